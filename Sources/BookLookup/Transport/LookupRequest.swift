/// A question to a host, over HTTPS.
package struct LookupRequest: Sendable, Equatable {
  /// The kind of answer.
  package enum Kind: Sendable, Equatable {
    case json, picture
  }

  /// The service's name, for messages.
  package var service: String
  package var host: String
  /// The path, percent-encoded, with its query. Begins with `/`.
  package var path: String
  package var kind = Kind.json
  /// The hosts to which a redirect may lead; a name that begins with a dot stands for all below it.
  package var hosts: [String]
  /// A header that is a secret, which no cache and no message has.
  package var secretHeader: String?

  package init(
    service: String, host: String, path: String, kind: Kind = .json, hosts: [String],
    secretHeader: String? = nil
  ) {
    (self.service, self.host, self.path) = (service, host, path)
    (self.kind, self.hosts, self.secretHeader) = (kind, hosts, secretHeader)
  }

  /// The address.
  package var url: String { "https://" + host + path }

  /// Whether it may be sent: to a host of the service, with characters that no program reads otherwise.
  var isSound: Bool {
    path.hasPrefix("/") && path.utf8.count <= 4096 && allows(host)
      && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !Self.refused.contains($0) }
      && (secretHeader ?? "").utf8.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C
      }
  }

  private static let refused = Set("\"'`\\<>^{}|[]".utf8)

  /// Whether a redirect may lead to `host`.
  func allows(_ host: String) -> Bool {
    let host = host.lowercased()
    let isName = host.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
    }
    return isName
      && hosts.contains { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 }
  }
}

/// An answer, as it came.
package struct LookupAnswer: Sendable, Equatable {
  /// The status of HTTP.
  package var status: Int
  /// The headers by their names in small letters; of several with one name the last.
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The limits of an answer. Tests have smaller ones.
package struct LookupLimits: Sendable, Equatable {
  /// Bytes of an answer that is JSON.
  package var jsonBytes = 2 << 20
  /// Bytes of a picture.
  package var pictureBytes = 2 << 20
  /// Bytes of the headers.
  package var headerBytes = 64 << 10
  /// Seconds for the whole answer.
  package var seconds = 20
  /// Seconds for the connection.
  package var connectionSeconds = 8
  /// An answer that for these seconds brings fewer than `slowBytes` a second is given up.
  package var slowSeconds = 6
  package var slowBytes = 100

  package init() {}

  func bytes(of kind: LookupRequest.Kind) -> Int { kind == .json ? jsonBytes : pictureBytes }
}

/// The way on which one request goes out and one answer comes back. It follows no redirect.
package protocol LookupTransport: Sendable {
  /// The answer to `request`, with a body within the limits. The request's host is one of its service.
  func answer(to request: LookupRequest) throws(LookupFailure) -> LookupAnswer
}
