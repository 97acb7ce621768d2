/// Reads the bytes of a head as they arrive, up to the empty line. Keeps only our cookies, because
/// browsers also send the cookies of all other servers on this machine. Therefore a head may be
/// large, but takes little memory.
package struct HeadReader: Sendable {
  package enum Step: Sendable, Equatable {
    case needsMore
    /// The empty line was read.
    case isWhole
    case isTooLarge
  }

  /// The lines so far, without other servers' cookies and without the empty line.
  package private(set) var head: [UInt8] = []
  private let cookieName: [UInt8]
  private let limits: Limits
  /// The offset in `head` at which the current line starts.
  private var line = 0
  private var isInCookies = false
  private var cookieCount = 0
  /// The current cookie, without leading spaces. A cookie too long to be ours is cut.
  private var cookie: [UInt8] = []

  package init(cookieName: String, limits: Limits) {
    (self.cookieName, self.limits) = (Array(cookieName.utf8), limits)
  }

  /// Maximum length of a cookie that may be ours, in bytes.
  private static let longestCookie = 128
  private static let header = Array("cookie:".utf8)
  private static let end = Array("\r\n\r\n".utf8)

  /// Consumes bytes from the start of `bytes`: all of them, or those up to the empty line. Must not
  /// be called again after any step except `needsMore`. Cost: linear, each byte once.
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

  /// Consumes bytes up to the end of a cookie.
  private mutating func readCookies(_ rest: inout ArraySlice<UInt8>) -> Step {
    let end = rest.firstIndex { $0 == 0x3B || $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    let part = rest[..<(end ?? rest.endIndex)]
    cookieCount += part.count
    let text = cookie.isEmpty ? part.drop { $0 == UInt8(ascii: " ") } : part
    cookie += text.prefix(Self.longestCookie + 1 - cookie.count)
    rest = rest.dropFirst(part.count)
    if let end = rest.first {
      endCookie()
      // Only a semicolon continues the cookies. Line ends, and control characters that
      // `RequestHead` refuses, end them.
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
