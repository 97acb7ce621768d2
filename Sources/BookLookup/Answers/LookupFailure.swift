/// Why a lookup failed. The answers of the failed service are not cached.
package enum LookupFailure: Error, Sendable, Equatable {
  case turnedOff
  case noProgram
  /// The program could not be run (-1), or exited with this code.
  case programFailed(Int32)
  /// The name of the service or proxy cannot be resolved, or the connection fails.
  case offline(service: String)
  case slow(service: String)
  /// The connection ended within the answer.
  case brokenOff(service: String)
  /// The TLS connection failed, for example because the certificate is not valid.
  case notTrusted(service: String)
  case tooLarge(service: String)
  /// A request or redirect is not allowed, or there were too many redirects.
  case ledAway(service: String)
  /// The answer has an unexpected format, such as a hotel network's login page.
  case notUnderstood(service: String)
  /// The service limits requests: wait this many seconds.
  case tooMany(service: String, seconds: Int)
  case keyRefused(service: String)
  case noKey(service: String, path: String)
  /// Other users can read the file with the key.
  case keyIsOpen(path: String)
  /// The service refused the request with this HTTP status.
  case refused(service: String, status: Int)
  /// The service failed with this HTTP status.
  case broken(service: String, status: Int)
}

extension LookupFailure {
  /// The problem, as part of a sentence.
  package var problem: String {
    switch self {
    case .turnedOff: "looking up books is turned off"
    case .noProgram: "the program curl is not installed"
    case .programFailed(-1): "the program curl could not be started"
    case .programFailed(let code): "the program curl failed with exit code \(code)"
    case .offline(let service): "\(service) cannot be reached"
    case .slow(let service): "\(service) did not answer in time"
    case .brokenOff(let service): "the answer from \(service) was cut off"
    case .notTrusted(let service): "the connection to \(service) cannot be trusted"
    case .tooLarge(let service): "the answer from \(service) has more than 2 MB"
    case .ledAway(let service): "cannot follow a redirect from \(service)"
    case .notUnderstood(let service): "the answer from \(service) cannot be read"
    case .tooMany(let service, _): "\(service) limits requests"
    case .keyRefused(let service): "\(service) rejected your key"
    case .noKey(let service, _): "\(service) needs a key"
    case .keyIsOpen: "other users can read your key"
    case .refused(let service, let status): "\(service) refused to answer (status \(status))"
    case .broken(let service, let status): "\(service) returned an error (status \(status))"
    }
  }

  /// The user's next step, as part of a sentence.
  package var advice: String {
    switch self {
    case .turnedOff: "set “books.lookUp” to “asked” to turn it on"
    case .noProgram: "install it, or enter the details yourself"
    case .programFailed: "check that “curl https://openlibrary.org” works"
    case .offline: "check the connection, then try again"
    case .slow, .brokenOff, .broken: "try again later"
    case .notTrusted: "check this machine's clock, or try another network"
    case .tooLarge, .refused: "try again later, or enter the details yourself"
    case .ledAway, .notUnderstood: "if this network needs a login, log in and try again"
    case .tooMany(_, let seconds): "try again in \(Self.words(seconds))"
    case .keyRefused: "check the key, and that the Books API is enabled for it"
    case .noKey(_, let path): "save it in \(path), readable only by you"
    case .keyIsOpen(let path): "run “chmod 600 \(path)”"
    }
  }

  /// Whether other services would fail for the same reason.
  package var isGeneral: Bool {
    switch self {
    case .turnedOff, .noProgram, .programFailed: true
    default: false
    }
  }

  private static func words(_ seconds: Int) -> String {
    switch seconds {
    case ...1: "a second"
    case ..<120: "\(seconds) seconds"
    case ..<7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }
}
