/// Takes the bytes of a head as they come, up to the empty line. Of cookies it keeps ours alone: browsers send
/// those of all other servers of this machine, too. So a head has two limits, and a small one in memory.
package struct HeadReader: Sendable {
  package enum Step: Sendable, Equatable {
    case needsMore
    /// The empty line was read.
    case isWhole
    case isTooLarge
  }

  /// The lines that came, without the cookies of others and without the empty line.
  package private(set) var head: [UInt8] = []
  private let cookieName: [UInt8]
  private let limits: Limits
  /// The place in `head` at which the present line begins.
  private var line = 0
  private var isInCookies = false
  private var cookieCount = 0
  /// The present cookie, without spaces before it. Of one that is too long to be ours, a part.
  private var cookie: [UInt8] = []

  package init(cookieName: String, limits: Limits) {
    (self.cookieName, self.limits) = (Array(cookieName.utf8), limits)
  }

  /// The longest cookie that may be ours, in bytes.
  private static let longestCookie = 128
  private static let header = Array("cookie:".utf8)
  private static let end = Array("\r\n\r\n".utf8)

  /// Takes bytes off the start of `bytes`: all, or those up to the empty line. After any step but `needsMore`
  /// it is not to be called again. Cost: linear, each byte once.
  package mutating func read(_ bytes: inout [UInt8]) -> Step {
    var rest = bytes[...]
    var step = Step.needsMore
    while step == .needsMore, let byte = rest.first {
      step = isInCookies ? readCookies(&rest) : readLine(byte, &rest)
    }
    bytes = Array(rest)
    return step
  }

  private mutating func readLine(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Step {
    rest.removeFirst()
    head.append(byte)
    if byte == UInt8(ascii: ":"), line > 0 { isInCookies = isCookieHeader }
    if byte == UInt8(ascii: "\n") {
      if head.suffix(Self.end.count).elementsEqual(Self.end) {
        head.removeLast(Self.end.count)
        return head.count > limits.headSize ? .isTooLarge : .isWhole
      }
      line = head.count
    }
    return head.count > limits.headSize + Self.end.count ? .isTooLarge : .needsMore
  }

  /// Takes bytes up to the end of a cookie.
  private mutating func readCookies(_ rest: inout ArraySlice<UInt8>) -> Step {
    let end = rest.firstIndex { $0 == 0x3B || $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    let part = rest[..<(end ?? rest.endIndex)]
    cookieCount += part.count
    let text = cookie.isEmpty ? part.drop { $0 == UInt8(ascii: " ") } : part
    cookie += text.prefix(Self.longestCookie + 1 - cookie.count)
    rest = rest.dropFirst(part.count)
    if let end = rest.first {
      endCookie()
      // A line end, or a byte for which `RequestHead` refuses the line, is not of the cookies.
      isInCookies = end == UInt8(ascii: ";")
      if isInCookies {
        rest.removeFirst()
        cookieCount += 1
      }
    }
    let isTooLarge =
      cookieCount > limits.cookieSize || head.count > limits.headSize + Self.end.count
    return isTooLarge ? .isTooLarge : .needsMore
  }

  private var isCookieHeader: Bool {
    head.count - line == Self.header.count
      && zip(head[line...], Self.header).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Keeps the cookie if it is ours.
  private mutating func endCookie() {
    if cookie.count <= Self.longestCookie, cookie.starts(with: cookieName + [UInt8(ascii: "=")]) {
      head += [UInt8(ascii: " ")] + cookie + [UInt8(ascii: ";")]
    }
    cookie.removeAll(keepingCapacity: true)
  }
}
