// libFuzzer's entry: the bytes of a stream. The first byte says in which pieces they come. However
// they are cut, the frames are the same; a body that is a message is one again when it is written
// and read. Run by `script/fuzz frames`.
import LanguageServerProtocol

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let stream = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let whole = frames(in: stream, pieces: stream.count)
  guard whole == frames(in: stream, pieces: Int(start[0] % 17) + 1) else {
    fatalError("frames depend on how the stream is cut")
  }
  for case .body(let body) in whole {
    guard let message = try? Message(decoding: body) else { continue }
    let again = try? Message(decoding: message.serialized())
    guard again == message else { fatalError("a message is not what was written") }
    var framer = MessageFramer()
    framer.append(MessageFramer.frame(body))
    guard framer.next() == .body(body) else { fatalError("a frame is not what was framed") }
  }
  return 0
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
