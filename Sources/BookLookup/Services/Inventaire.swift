import Base
import Books
import JSON

/// Inventaire (documented at api.inventaire.io) needs no key. Its open data is in the style of
/// Wikidata: editions, works and authors are entities with claims. Each kind needs a separate request.
package struct Inventaire: LookupService {
  package init() {}

  package let name = "inventaire"
  package let title = "Inventaire"
  package let pause = 1.0

  static let host = "inventaire.io"
  private static let most = 20

  package func editions(
    for question: LookupQuestion, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition] {
    switch question {
    case .isbn(let isbn):
      let entities = try entities(["isbn:" + isbn.thirteen], asker)
      let found = entities.filter { $0.isbn == isbn }
      return try described(Array(found.prefix(1)), asker)
    case .words(let words):
      let answer = try asker.json(
        request("/api/search?types=works&lang=en&limit=10&search=" + Self.encoded(words)))
      guard let answer else { return [] }
      guard let results = answer["results"]?.array else { throw .notUnderstood(service: title) }
      let uris = results.prefix(Self.most).compactMap { $0["uri"]?.string }.filter(Self.isURI)
      return try described(try entities(uris, asker), asker)
    }
  }

  /// Returns the editions or works, completed with their works and the names of their authors.
  private func described(
    _ entities: [Entity], _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition] {
    let works = try self.entities(entities.compactMap { $0.uris("wdt:P629").first }, asker)
    func work(of entity: Entity) -> Entity? {
      guard let uri = entity.uris("wdt:P629").first else { return nil }
      return works.first { $0.uri == uri || $0.aliases.contains(uri) }
    }
    let named = entities.flatMap { entity in
      let work = work(of: entity)
      return ["wdt:P50", "wdt:P123", "wdt:P179"].flatMap { claim in
        entity.uris(claim) + (work?.uris(claim) ?? [])
      }
    }
    let names = try self.entities(named, asker)
    func name(_ uri: String) -> String? {
      names.first { $0.uri == uri || $0.aliases.contains(uri) }?.label
    }
    return entities.prefix(FoundEdition.most).compactMap { entity in
      let work = work(of: entity)
      func uris(_ claim: String) -> [String] {
        let own = entity.uris(claim)
        return own.isEmpty ? work?.uris(claim) ?? [] : own
      }
      guard
        var found = FoundEdition(
          source: "inventaire:" + entity.uri,
          title: entity.texts("wdt:P1476").first ?? entity.label,
          subtitle: entity.texts("wdt:P1680").first)
      else { return nil }
      let isWork = entity.isbn == nil && work == nil
      found.authors = FoundEdition.names(uris("wdt:P50").map(name))
      found.isbn = entity.isbn
      found.publisher = FoundEdition.line(uris("wdt:P123").first.flatMap(name))
      found.year = isWork ? nil : FoundEdition.year(in: entity.texts("wdt:P577").first)
      found.originalYear =
        FoundEdition.year(in: (isWork ? entity : work)?.texts("wdt:P577").first)
      found.pages = FoundEdition.pages(entity.number("wdt:P1104"))
      found.series = FoundEdition.line(uris("wdt:P179").first.flatMap(name))
      found.seriesNumber = FoundEdition.line(
        (entity.texts("wdt:P1545") + (work?.texts("wdt:P1545") ?? [])).first)
      found.cover = entity.cover
      return found
    }
  }

  /// Returns the entities with the first `most` of these URIs, skipping unknown ones.
  private func entities(
    _ uris: [String], _ asker: LookupAsker
  ) throws(LookupFailure) -> [Entity] {
    var seen: Set<String> = []
    let uris = uris.filter { Self.isURI($0) && seen.insert($0).inserted }.prefix(Self.most)
    guard !uris.isEmpty else { return [] }
    let list = uris.map(Self.encoded).joined(separator: "%7C")
    let answer = try asker.json(request("/api/entities/by-uris?uris=" + list))
    guard let answer else { return [] }
    guard let entities = answer["entities"]?.object else { throw .notUnderstood(service: title) }
    let redirects = answer["redirects"]?.object
    let found = entities.members.prefix(4 * Self.most).map { member in
      Entity(
        uri: member.key, json: member.value,
        aliases: (redirects?.members ?? []).prefix(200).filter { $0.value.string == member.key }
          .map(\.key))
    }
    return uris.compactMap { uri in found.first { $0.uri == uri || $0.aliases.contains(uri) } }
  }

  /// Whether the text has the form of an entity URI, such as `wd:Q1`, `inv:a1b2` or
  /// `isbn:9789999900010`.
  private static func isURI(_ text: String) -> Bool {
    text.utf8.count <= 60 && text.utf8.contains(0x3A)
      && text.utf8.allSatisfy { byte in
        (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
  }

  private func request(_ path: String) -> LookupRequest {
    LookupRequest(
      service: title, host: Self.host, path: path, hosts: [Self.host, "www." + Self.host])
  }
}

extension Inventaire {
  private struct Entity {
    var uri: String
    var json: JSONValue
    /// Other URIs that redirect to the entity.
    var aliases: [String]

    /// Returns the values of a claim, at most `FoundEdition.mostAuthors`. Some answers wrap them in
    /// objects.
    private func values(_ claim: String) -> [JSONValue] {
      (json["claims"]?[claim]?.array ?? []).prefix(FoundEdition.mostAuthors).map {
        $0["value"] ?? $0
      }
    }

    func texts(_ claim: String) -> [String] { values(claim).compactMap(\.string) }

    func uris(_ claim: String) -> [String] { texts(claim).filter(Inventaire.isURI) }

    func number(_ claim: String) -> Int? {
      values(claim).firstNonNil { $0.int ?? $0.string.flatMap { Int($0) } }
    }

    var isbn: ISBN? {
      (texts("wdt:P212") + texts("wdt:P957")).firstNonNil { ISBN($0) }
        ?? (uri.hasPrefix("isbn:") ? ISBN(uri.dropFirst(5)) : nil)
    }

    var label: String? {
      json["labels"]?["en"]?.string ?? json["labels"]?.object?.members.first?.value.string
        ?? json["label"]?.string
    }

    /// The cover; nil unless its path has the form `/img/entities/HASH`.
    var cover: FoundEdition.Cover? {
      let path = (json["image"]?["url"] ?? json["image"]?.array?.first?["url"])?.string ?? ""
      guard path.hasPrefix("/img/entities/"), path.utf8.count <= 100,
        path.dropFirst(14).allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { return nil }
      return FoundEdition.Cover(host: Inventaire.host, path: path)
    }
  }
}
