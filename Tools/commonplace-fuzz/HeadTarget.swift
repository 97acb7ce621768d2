@testable import WebServer

/// Fuzzes the web server with an HTTP head, after a byte that determines where the head is split.
/// The whole and the split head must be parsed to the same result. Other cookies must not change
/// the result, and pages must require the session cookie.
func fuzzHead(_ input: UnsafeBufferPointer<UInt8>) {
  let bytes = Array(input.dropFirst())
  let cut = bytes.isEmpty ? 0 : Int(input.first ?? 0) % bytes.count
  let whole = read([bytes])
  guard read([Array(bytes.prefix(cut)), Array(bytes.dropFirst(cut))]) == whole else {
    fatalError("a head in two chunks is read differently from a head in one")
  }
  guard whole.head.count <= headLimits.headSize + 4 + 130 else {
    fatalError("the reader buffers more than its limit")
  }
  guard whole.step == .isWhole, let head = RequestHead(whole.head) else { return }
  let verdict = gate.verdict(on: head)
  switch verdict {
  case .page(_, let length):
    guard knowsCookie(head), (0...headLimits.bodySize).contains(length ?? 0) else {
      fatalError("a browser without a cookie gets a page, or a form is too large")
    }
  case .entered:
    guard knowsCookie(head) else { fatalError("a browser without a cookie gets a page") }
  case .enter, .refused: break
  }
  // Writing a parsed head and parsing it again must give the same head.
  var lines = ["\(head.method) \(head.target) HTTP/1.\(head.isOld ? 0 : 1)"]
  lines += head.headers.map { "\($0.name): \($0.value)" }
  let written = Array((lines.joined(separator: "\r\n")).utf8)
  guard RequestHead(written) == head else {
    fatalError("the head that was read differs from the head that was written")
  }
  _ = WebAnswer(.malformed, isHead: head.method == "HEAD").bytes
  // A browser adds the cookies of every other server on this machine.
  lines.insert("Cookie: " + String(repeating: "other=value; ", count: 40) + "x", at: 1)
  let added = read([Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)])
  guard added.step == .isWhole else { return }
  guard let again = RequestHead(added.head) else {
    fatalError("cookies of other sites make a head invalid")
  }
  guard again.headers.count > headLimits.headers || gate.verdict(on: again) == verdict else {
    fatalError("cookies of other sites change the decision")
  }
}

private let headLimits: Limits = {
  var limits = Limits()
  (limits.headSize, limits.cookieSize, limits.bodySize) = (1200, 1500, 1000)
  return limits
}()

private let gate = RequestGuard(
  port: 1, root: Secret(text: "r"), cookie: Secret(text: "c"), isReadOnly: false, limits: headLimits
)

private struct ReadHead: Equatable {
  var step = HeadReader.Step.needsMore
  var head: [UInt8] = []
  var rest: [UInt8] = []
}

private func read(_ pieces: [[UInt8]]) -> ReadHead {
  var (reader, result) = (HeadReader(cookieName: gate.cookieName, limits: headLimits), ReadHead())
  for piece in pieces {
    result.rest += piece
    if result.step == .needsMore { result.step = reader.read(&result.rest) }
  }
  // A head that is too large is not parsed further. Where this was detected does not matter.
  if result.step == .isTooLarge { return ReadHead(step: .isTooLarge) }
  result.head = reader.head
  return result
}

/// Finds the cookie independently of the server's code.
private func knowsCookie(_ head: RequestHead) -> Bool {
  head.headers.contains { header in
    header.name.lowercased() == "cookie"
      && ("; " + header.value + ";").replacing(" ", with: "").contains(";commonplace-1=c;")
  }
}
