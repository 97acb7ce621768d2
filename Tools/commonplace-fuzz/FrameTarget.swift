import LanguageServerProtocol

/// Fuzzes `MessageFramer` with a stream of bytes; the first byte determines how the stream is
/// split. The frames must not depend on the split. A message must be equal after it is written and
/// parsed again.
func fuzzFrames(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let stream = Array(input.dropFirst())
  let whole = frames(in: stream, pieces: stream.count)
  guard whole == frames(in: stream, pieces: Int(first % 17) + 1) else {
    fatalError("the frames depend on the chunks in which the stream arrives")
  }
  for case .body(let body) in whole {
    guard let message = try? Message(decoding: body) else { continue }
    let again = try? Message(decoding: message.serialized())
    guard again == message else {
      fatalError("a message that was read differs from the message that was written")
    }
    var framer = MessageFramer()
    framer.append(MessageFramer.frame(body))
    guard framer.next() == .body(body) else {
      fatalError("a frame that was read differs from its body")
    }
  }
}

private func frames(in stream: [UInt8], pieces length: Int) -> [MessageFramer.Frame] {
  var framer = MessageFramer()
  var frames: [MessageFramer.Frame] = []
  for start in stride(from: 0, to: stream.count, by: max(1, length)) {
    framer.append(stream[start..<min(stream.count, start + max(1, length))])
    while !framer.isUnrecoverable, let frame = framer.next() { frames.append(frame) }
  }
  return frames
}
