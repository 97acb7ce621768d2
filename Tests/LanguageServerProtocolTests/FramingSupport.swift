import LanguageServerProtocol

extension MessageFramer {
  /// The frames in `pieces`, asked for after each.
  static func frames(in pieces: [[UInt8]]) -> [Frame] {
    var framer = MessageFramer()
    var frames: [Frame] = []
    for piece in pieces {
      framer.append(piece)
      while let frame = framer.next() { frames.append(frame) }
    }
    return frames
  }

  /// The frames in `bytes` as they come one by one.
  static func framesByteByByte(in bytes: [UInt8]) -> [Frame] { frames(in: bytes.map { [$0] }) }
}

extension MessageFramer.Frame {
  static func body(_ text: String) -> Self { .body(Array(text.utf8)) }

  /// The reason is for people; the tests do not look at it.
  var isMalformed: Bool { if case .malformed = self { true } else { false } }
}
