package struct LookupRequest: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case json, picture
  }

  package var service: String
  package var host: String
  /// The percent-encoded path with its query. Begins with `/`.
  package var path: String
  package var kind = Kind.json
  /// The hosts to which the request and its redirects may go. A name that begins with a dot
  /// includes all subdomains.
  package var hosts: [String]
  /// A secret header, which is never cached or shown.
  package var secretHeader: String?

  package init(
    service: String, host: String, path: String, kind: Kind = .json, hosts: [String],
    secretHeader: String? = nil
  ) {
    (self.service, self.host, self.path) = (service, host, path)
    (self.kind, self.hosts, self.secretHeader) = (kind, hosts, secretHeader)
  }

  package var url: String { "https://" + host + path }

  /// Whether the request may be sent: its host is allowed, and all programs parse its characters in
  /// the same way.
  var isSound: Bool {
    path.hasPrefix("/") && path.utf8.count <= 4096 && allows(host)
      && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Self.refused.contains($0) }
      && (secretHeader ?? "").utf8.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C
      }
  }

  private static let refused = Set("\"'`\\<>^{}|[]".utf8)

  func allows(_ host: String) -> Bool {
    let host = host.lowercased()
    let isName = host.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
    }
    return isName
      && hosts.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
  }
}

package struct LookupAnswer: Sendable, Equatable {
  package var status: Int
  /// The headers by lower-case name; of repeated ones, the last.
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The limits for an answer. Tests use smaller ones.
package struct LookupLimits: Sendable, Equatable {
  package var jsonBytes = 2 << 20
  package var pictureBytes = 2 << 20
  /// The bytes that an answer may have for its headers, in addition to the limit for its body.
  package var headerBytes = 64 << 10
  /// Maximum time for the whole answer, in seconds.
  package var seconds = 20
  package var connectionSeconds = 8
  /// The time, in seconds, after which an answer slower than `slowBytes` per second is abandoned.
  package var slowSeconds = 6
  package var slowBytes = 100

  package init() {}

  func bytes(of kind: LookupRequest.Kind) -> Int { kind == .json ? jsonBytes : pictureBytes }
}

/// Sends one request and receives one answer. Does not follow redirects.
package protocol LookupTransport: Sendable {
  func answer(to request: LookupRequest) throws(LookupFailure) -> LookupAnswer
}
