import Base
import Foundation

/// Sends requests with curl, which most systems have, so that neither the server nor the release
/// needs TLS code.
///
/// The URL is passed on standard input, so that process lists do not show it. curl runs without a
/// shell, ignores the user's configuration, does not follow redirects, and uses only HTTPS, except
/// with `testServer`. Limits are enforced twice: by curl, and by counting bytes and time here.
package struct CurlTransport: LookupTransport {
  private let program: String
  private let limits: LookupLimits
  private let userAgent: String
  private let programs: LookupPrograms
  /// The address of a server on this machine for tests, which gets `/HOST/PATH` over plain HTTP;
  /// nil for real hosts.
  private let testServer: String?

  /// Throws `noProgram` if curl is not in the environment's `PATH`.
  ///
  /// `COMMONPLACE_LOOKUP_TEST_SERVER` must be `http://127.0.0.1:PORT`; any other value is ignored.
  package init(
    environment: [String: String], version: String, limits: LookupLimits = LookupLimits(),
    programs: LookupPrograms = LookupPrograms()
  ) throws(LookupFailure) {
    let folders = environment["PATH"]?.split(separator: ":").filter { $0.hasPrefix("/") } ?? []
    guard
      let program = folders.map({ $0 + "/curl" }).first(where: { (path: String) in
        access(path, X_OK) == 0
      })
    else {
      throw .noProgram
    }
    self.program = program
    (self.limits, self.programs) = (limits, programs)
    userAgent = "commonplace/\(version) (book notes; asked by a person)"
    testServer = environment["COMMONPLACE_LOOKUP_TEST_SERVER"].flatMap { server in
      let isLoopback = server.hasPrefix(Self.loopback)
      let port = isLoopback ? Int(server.dropFirst(Self.loopback.count)) : nil
      return port.map { (1...65_535).contains($0) } == true ? server : nil
    }
  }

  private static let loopback = "http://127.0.0.1:"

  package func answer(to request: LookupRequest) throws(LookupFailure) -> LookupAnswer {
    guard request.isSound else { throw .ledAway(service: request.service) }
    let most = limits.bytes(of: request.kind) + limits.headerBytes
    guard
      let child = ReadingChild(
        program, arguments(for: request.kind), input: configuration(of: request),
        environment: ProcessInfo.processInfo.environment.filter { Self.passed.contains($0.key) },
        programs: programs)
    else { throw .programFailed(-1) }
    // Slightly longer than curl's own limit, in case curl exceeds it.
    let time = Duration(
      secondsComponent: Int64(clamping: limits.seconds) &+ 5, attosecondsComponent: 0)
    let output = child.output(most: most, within: time)
    switch output {
    case .tooMuch: throw .tooLarge(service: request.service)
    case .tooLate: throw .slow(service: request.service)
    case .ended(let code, let bytes):
      if let failure = Self.failure(code, request.service) { throw failure }
      guard let answer = HTTPAnswer.parsed(bytes) else {
        throw .brokenOff(service: request.service)
      }
      guard answer.body.count <= limits.bytes(of: request.kind) else {
        throw .tooLarge(service: request.service)
      }
      return answer
    }
  }

  /// The environment variables passed to curl: for certificates and the user's proxy.
  private static let passed: Set = [
    "PATH", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
    "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
  ]

  private func arguments(for kind: LookupRequest.Kind) -> [String] {
    let scheme = testServer == nil ? "=https" : "=http"
    return [
      "--disable", "--silent", "--include", "--http1.1", "--globoff", "--path-as-is",
      "--proto", scheme, "--proto-redir", scheme, "--max-redirs", "0",
      "--suppress-connect-headers", "--no-keepalive",
      "--max-filesize", "\(limits.bytes(of: kind))", "--max-time", "\(limits.seconds)",
      "--connect-timeout", "\(limits.connectionSeconds)",
      "--speed-time", "\(limits.slowSeconds)", "--speed-limit", "\(limits.slowBytes)",
      "--user-agent", userAgent,
      "--header", kind == .json ? "Accept: application/json" : "Accept: image/*",
      "--config", "-",
    ]
  }

  private func configuration(of request: LookupRequest) -> [UInt8] {
    let url = testServer.map { "\($0)/\(request.host)\(request.path)" } ?? request.url
    var lines = "url = \"\(url)\"\n"
    if testServer != nil { lines += "noproxy = \"*\"\n" }
    if let header = request.secretHeader { lines += "header = \"\(header)\"\n" }
    return Array(lines.utf8)
  }

  private static func failure(_ code: Int32, _ service: String) -> LookupFailure? {
    switch code {
    case 0: nil
    case 5, 6, 7: .offline(service: service)
    case 28: .slow(service: service)
    case 18, 52, 55, 56, 92: .brokenOff(service: service)
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 83, 90, 91: .notTrusted(service: service)
    case 63: .tooLarge(service: service)
    case 1, 8, 61: .notUnderstood(service: service)
    default: .programFailed(code)
    }
  }
}
