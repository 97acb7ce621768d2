import Base
package import Foundation
import JSON
package import Notebook

/// Looks up books at the user's request. Of a notebook, only the question leaves the machine.
///
/// To complete a record, as `book add --isbn` and the editors do:
///
///     let lookup = try Lookup(environment: …, configuration: …, version: …, state: …)
///     let answer = try lookup.editions(for: .isbn(number))   // one or more requests, seconds
///     let chosen = answer.editions[…]                        // by the user
///     chosen.fill(&record, isNew: true)                      // the title, and empty fields
///     let cover = try lookup.cover(of: chosen)               // an image, or nil
///
/// Throws `LookupFailure`, whose `problem` and `advice` make a sentence. Calls wait for the
/// network, so they must not run on a queue that others wait for. Requests to one service are sent
/// one at a time, across all processes (`AnswerStore.pacing`).
package struct Lookup: Sendable {
  private let services: [any LookupService]
  private let transport: any LookupTransport
  private let store: AnswerStore
  private let now: @Sendable () -> Date
  private let wait: @Sendable (Double) -> Void

  package struct Answer: Sendable, Equatable {
    /// The editions from one service, the best match first.
    package var editions: [FoundEdition] = []
    package var service = ""
    /// The failures of the services that were asked before this one.
    package var failures: [LookupFailure] = []
  }

  package init(
    services: [any LookupService], transport: any LookupTransport, store: AnswerStore,
    now: @escaping @Sendable () -> Date = { Date() },
    wait: @escaping @Sendable (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }
  ) {
    (self.services, self.transport, self.store) = (services, transport, store)
    (self.now, self.wait) = (now, wait)
  }

  private static let mostRedirects = 3
  /// Maximum time, in seconds, to wait before a request. If a longer pause is required, the request
  /// fails.
  private static let mostWait = 5.0
  /// Maximum pause, in seconds, between requests to a service.
  private static let longestPause = 86_400.0
}

extension Lookup {
  /// Asks the services in order until one finds the book. If none does, throws the first failure,
  /// or returns an empty answer if no service failed. Throws a general failure at once.
  package func editions(for question: LookupQuestion) throws(LookupFailure) -> Answer {
    var answer = Answer()
    for service in services {
      do throws(LookupFailure) {
        var fresh: [Fresh] = []
        let asker = LookupAsker { request throws(LookupFailure) in
          try json(request, service) { fresh.append($0) }
        }
        answer.editions = Array(
          try service.editions(for: question, asker).prefix(FoundEdition.most))
        // Cache only answers that the service's code could parse.
        for one in fresh {
          store.keep(one.answer, to: one.request, isEmpty: one.isEmpty, at: now())
        }
        guard !answer.editions.isEmpty else { continue }
        answer.service = service.title
        return answer
      } catch {
        if error.isGeneral { throw error }
        answer.failures.append(error)
      }
    }
    if let failure = answer.failures.first { throw failure }
    return answer
  }

  /// Returns the cover of an edition; nil if it has none, or its service is not among `services`.
  /// Also returns nil if the answer is not an image that `FoundPicture` accepts.
  package func cover(of edition: FoundEdition) throws(LookupFailure) -> NoteCover? {
    guard let cover = edition.cover,
      let service = services.first(where: {
        ("." + cover.host).hasSuffix("." + Self.domain(of: $0))
      })
    else { return nil }
    let request = LookupRequest(
      service: service.title, host: cover.host, path: cover.path, kind: .picture,
      hosts: [cover.host] + OpenLibrary.coverHosts)
    let answer = try self.answer(to: request, service)
    guard answer.status == 200 else { return nil }
    return FoundPicture.cover(answer.body)
  }

  private static func domain(of service: any LookupService) -> String {
    service is Inventaire ? Inventaire.host : "openlibrary.org"
  }

  private struct Fresh {
    var answer: LookupAnswer
    var request: LookupRequest
    var isEmpty: Bool
  }

  private func json(
    _ request: LookupRequest, _ service: any LookupService, _ add: (Fresh) -> Void
  ) throws(LookupFailure) -> JSONValue? {
    if let stored = store.answer(to: request, at: now()), let json = try? Self.read(stored, request)
    {
      return json.value
    }
    let answer = try answer(to: request, service)
    let json = try Self.read(answer, request)
    add(Fresh(answer: answer, request: request, isEmpty: json.isEmpty))
    return json.value
  }

  /// Parses an answer. The value is nil if the status is 404: the service does not have the entry.
  private static func read(
    _ answer: LookupAnswer, _ request: LookupRequest
  ) throws(LookupFailure) -> (value: JSONValue?, isEmpty: Bool) {
    guard answer.status != 404 else { return (nil, true) }
    let type = answer.headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    let media = type.filter { !$0.isWhitespace }
    guard media.hasSuffix("/json") || media.hasSuffix("+json") else {
      throw .notUnderstood(service: request.service)
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: answer.body, maximumDepth: 32, maximumCount: 200_000)
    } catch {
      throw .notUnderstood(service: request.service)
    }
    // The lists of Open Library, Inventaire and Google, in this order.
    let lists = [json["docs"]?.array, json["results"]?.array, json["items"]?.array]
    let isEmpty = json.object?.members.isEmpty ?? false || lists.contains { $0?.isEmpty ?? false }
    return (json, isEmpty)
  }

  /// Returns the answer after redirects, which must stay on the request's hosts.
  private func answer(
    to request: LookupRequest, _ service: any LookupService
  ) throws(LookupFailure) -> LookupAnswer {
    try store.pacing(service.name, at: now()) { next throws(LookupFailure) in
      // If the time is further away than the longest pause, the clock was wrong.
      let given = next?.timeIntervalSince(now()) ?? 0
      let pause = given > Self.longestPause ? 0 : given
      guard pause <= Self.mostWait else {
        throw .tooMany(service: service.title, seconds: Int(exactly: pause.rounded(.up)) ?? 1)
      }
      if pause > 0 { wait(pause) }
      var request = request
      Work.step("Asking \(service.title)")
      for _ in 0...Self.mostRedirects {
        let answer = try transport.answer(to: request)
        guard (300...399).contains(answer.status), let location = answer.headers["location"] else {
          try Self.check(answer, of: request)
          return (answer, now().addingTimeInterval(service.pause))
        }
        request = try request.following(location)
      }
      throw .ledAway(service: service.title)
    }
  }

  private static func check(
    _ answer: LookupAnswer, of request: LookupRequest
  ) throws(LookupFailure) {
    let (service, status) = (request.service, answer.status)
    switch status {
    case 200, 404: return
    case 429:
      let seconds = answer.headers["retry-after"].flatMap { Int($0.trimmed) } ?? 60
      throw .tooMany(service: service, seconds: min(max(seconds, 1), 86_400))
    case 400...403 where request.secretHeader != nil: throw .keyRefused(service: service)
    case 500...: throw .broken(service: service, status: status)
    default: throw .refused(service: service, status: status)
    }
  }
}

extension LookupRequest {
  /// Returns the request for `location`, the target of a redirect. It must be on an allowed host,
  /// over HTTPS, on the standard port, without credentials. Throws `ledAway` for any other
  /// location, such as one on this machine or its network.
  func following(_ location: String) throws(LookupFailure) -> LookupRequest {
    guard let url = URLComponents(string: location), url.user == nil, url.password == nil,
      url.port == nil || url.port == 443
    else { throw .ledAway(service: service) }
    let query = url.percentEncodedQuery.map { "?" + $0 } ?? ""
    var next = self
    next.path = url.percentEncodedPath + query
    if url.scheme != nil || url.host != nil {
      guard url.scheme?.lowercased() == "https", let host = url.host?.lowercased() else {
        throw .ledAway(service: service)
      }
      // Send a secret only to its own host.
      if host != self.host { next.secretHeader = nil }
      next.host = host
    }
    guard next.isSound else { throw .ledAway(service: service) }
    return next
  }
}

private enum FoundPicture {
  /// Returns the cover if the bytes are an image that the app can show. The first bytes decide, not
  /// the declared type. Returns nil for sides outside 50 to 4,000 pixels: very small images are
  /// placeholders for missing covers.
  static func cover(_ bytes: [UInt8]) -> NoteCover? {
    guard bytes.count >= 500, let kind = ImageContent.Kind(beginningOf: Data(bytes)),
      let size = PixelSize(header: { offset, count in
        guard offset >= 0, count >= 0, bytes.count - count >= offset else { return nil }
        return Array(bytes[offset..<(offset + count)])
      }),
      sides.contains(size.width), sides.contains(size.height)
    else { return nil }
    return NoteCover(mimeType: kind.mimeType, data: Data(bytes))
  }

  private static let sides = 50...4000
}
