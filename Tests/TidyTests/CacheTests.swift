import Foundation
import TestSupport
import Testing

/// A fact that is read from something that changes is kept by `Cached`, with the state at which it was read.
///
/// A cache by hand looks under its lock, reads without it, and stores under it again: a change that came between
/// is lost for good. That shape is looked for, in every function of the server, the pages and the indexes.
@Suite struct CacheTests {
  /// A function that looks at something under a lock and later stores something under the same lock that it made
  /// between.
  struct Finding: Equatable, CustomStringConvertible {
    var path: String
    /// The line on which the function begins.
    var line: Int
    /// Its first line, without spaces around it.
    var function: String
    var lock: String

    var description: String {
      "\(path):\(line): \(function) stores in \(lock) what it made outside"
    }
  }

  /// The targets with caches of the notebook.
  private static let targets = [
    "LanguageServer", "WebPages", "NotebookIndex", "NotebookSearch", "NotebookReview",
  ]

  /// Functions of that shape that keep no fact which a change makes wrong.
  private static let exceptions: [(path: String, function: String, reason: String)] = [
    (
      "LanguageServer/Documents/TypingPositions.swift", "func reported(",
      "records what the client is sent"
    ),
    (
      "LanguageServer/NotebookAccess/Mirrors.swift",
      "private func mirrorPath(of uri: DocumentURI) -> MirrorPath? {",
      "compares the state itself, under the lock: a folder's spelling is no part of the cached path"
    ),
    (
      "LanguageServer/NotebookAccess/Mirrors.swift", "func find(of notebook: Notebook) -> Bool {",
      "looks for the mirrors again as long as their list is young"
    ),
    (
      "LanguageServer/NotebookAccess/NotebookAccess.swift",
      "private func reopen() throws(NotebookError) -> Notebook {",
      "runs at the door, and no other opens the notebook"
    ),
    (
      "LanguageServer/Survey/NotebookFactsCache.swift",
      "private func update() throws(NotebookError) {",
      "stores the time that it took; the facts are in a Cached"
    ),
    (
      "WebPages/State/KeptLookups.swift", "func begin(",
      "stores the answer of a service under the name of its question"
    ),
  ]

  @Test func cachesAreKeptWithTheirState() throws {
    var found: [Finding] = []
    let sources = Repository.root.appending(path: "Sources")
    for target in Self.targets {
      let folder = sources.appending(path: target)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let path = file.pathComponents.dropFirst(sources.pathComponents.count)
          .joined(separator: "/")
        found += Self.caches(in: try String(contentsOf: file, encoding: .utf8), path: path)
      }
    }
    for finding in found {
      let isExcepted = Self.exceptions.contains {
        $0.path == finding.path && $0.function == finding.function
      }
      #expect(isExcepted, "\(finding): keep it in a Cached")
    }
    for exception in Self.exceptions {
      #expect(
        found.contains { $0.path == exception.path && $0.function == exception.function },
        "\(exception) is an exception that nothing needs")
    }
  }

  /// The caches of before: each was one of this shape.
  @Test(arguments: formerCaches) func itFindsTheFormerOnes(_ text: String) {
    #expect(!Self.caches(in: text, path: "").isEmpty)
  }

  @Test(arguments: others) func itFindsNoOthers(_ text: String) {
    #expect(Self.caches(in: text, path: "") == [])
  }
}

// MARK: Finding

extension CacheTests {
  /// The functions of that shape in a formatted file.
  static func caches(in text: String, path: String) -> [Finding] {
    functions(in: text).flatMap { line, body in
      var found: [Finding] = []
      let sections = locked(in: body)
      for (index, first) in sections.enumerated() {
        for second in sections[(index + 1)...]
        where first.lock == second.lock && first.body.upperBound < second.start
          && stores(
            body[second.body], somethingMadeIn: body[first.body.upperBound..<second.start])
        {
          let head = body.split(separator: "\n").first?.trimmingCharacters(in: .whitespaces) ?? ""
          let finding = Finding(path: path, line: line, function: head, lock: first.lock)
          if !found.contains(finding) { found.append(finding) }
        }
      }
      return found
    }
  }

  /// The functions of several lines, without comments, with the numbers of their first lines.
  private static func functions(in text: String) -> [(line: Int, body: String)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      SourceLine(path: "", number: 0, line: $0)
    }
    let written = text.split(separator: "\n", omittingEmptySubsequences: false)
    var functions: [(Int, String)] = []
    for (start, line) in lines.enumerated()
    where line.code.firstMatch(of: /^(@?\w+ )*(func|init|var|subscript)\b/) != nil {
      let indent = written[start].prefix { $0 == " " }
      guard
        let end = written[(start + 1)...].firstIndex(where: {
          $0.hasPrefix(indent)
            && $0.dropFirst(indent.count).first.map { $0 != " " && $0 != ")" }
              == true
        }), written[end].dropFirst(indent.count).hasPrefix("}")
      else { continue }
      functions.append((start + 1, lines[start...end].map(\.code).joined(separator: "\n")))
    }
    return functions
  }

  private struct Locked {
    var lock: String
    var start: String.Index
    /// Between the braces.
    var body: Range<String.Index>
  }

  /// The closures that run under a lock.
  private static func locked(in body: String) -> [Locked] {
    body.matches(of: /([\w.]+)\.withLock(IfAvailable)?\s*(\(\s*)?\{/).map { match in
      var depth = 1
      var end = match.range.upperBound
      while end < body.endIndex, depth > 0 {
        if body[end] == "{" { depth += 1 }
        if body[end] == "}" { depth -= 1 }
        if depth > 0 { end = body.index(after: end) }
      }
      return Locked(
        lock: String(match.output.1), start: match.range.lowerBound,
        body: match.range.upperBound..<end)
    }
  }

  /// Whether `closure` assigns or adds something that was bound in `between`.
  private static func stores(_ closure: Substring, somethingMadeIn between: Substring) -> Bool {
    var names: Set<Substring> = []
    for match in between.matches(of: /\b(?:let|var) (?:\(([^)]*)\)|(\w+))/) {
      names.formUnion((match.output.1 ?? match.output.2 ?? "").matches(of: /\w+/).map(\.output))
    }
    let pattern = /(?:[^=!<>]=(?!=)|\.(?:append|insert|merge|formUnion)\()(.*)$/
    return closure.split(separator: "\n").contains { line in
      guard let match = line.firstMatch(of: pattern),
        line[..<match.range.lowerBound].firstMatch(of: /\b(let|var) \S+$/) == nil
      else { return false }
      // Members of other values are no names.
      return match.output.1.matches(of: /\.?\w+/).contains { names.contains($0.output) }
    }
  }
}

// MARK: Texts

extension CacheTests {
  private static let formerCaches = [
    """
      var tags: [TagCount] {
        if let tags = state.withLock({ $0.open?.isStale == false ? $0.tags : nil }) { return tags }
        guard let tags = try? ask({ (notebook) throws(NotebookError) in try notebook.tags.all() })
        else { return [] }
        state.withLock { $0.tags = tags }
        return tags
      }
    """,
    """
      func words(
        _ generation: Int, _ collect: () -> BookWords?
      ) -> BookWords {
        if let known = state.withLock({ $0.words }), known.generation == generation {
          return known.words
        }
        guard let words = collect() else { return BookWords() }
        state.withLock { $0.words = (generation, words) }
        return words
      }
    """,
    """
      private func update(from notebook: Notebook) throws(NotebookError) -> Bool {
        let generation = self.notebook.generation
        let old = state.withLock { $0 }
        let links = try notebook.links.targets(of: old.wantedLinks, mostRead: Self.mostRead)
        state.withLock { state in
          state.links.merge(links) { $1 }
          state.generation = generation
        }
        return true
      }
    """,
    """
      private func images(
        of notes: [String], in notebook: Notebook
      ) throws(NotebookError) -> [String: Set<String>] {
        let known = context.memory.indexCache.listed.withLock { $0?.images ?? [:] }
        let images = try notebook.images.keys(of: notes.filter { known[$0] == nil })
        return context.memory.indexCache.listed.withLock { listed in
          listed?.images.merge(images) { _, new in new }
          return known.merging(images) { _, new in new }
        }
      }
    """,
    """
      private func place(_ uri: DocumentURI) -> Place? {
        let known = state.withLock { state -> Place?? in
          state.mirrors.isEmpty ? .some(nil) : state.places[uri]
        }
        if let known { return known }
        let mirrors = state.withLock { $0.mirrors }
        let found = Self.find(uri, in: mirrors)
        state.withLock { state in
          guard state.mirrors.elementsEqual(mirrors, by: ===) else { return }
          state.places[uri] = .some(found?.place)
        }
        return found?.place
      }
    """,
    """
      func survey(of notebook: Notebook) throws(NotebookError) -> Survey {
        let (known, generation) = kept.withLock { ($0.kept, $0.generation) }
        if let known, known.state == nil, known.generation == generation { return known.survey }
        let state = try notebook.notes.list().state
        let survey = try Survey(notebook)
        kept.withLock { $0.kept = Kept(state: state, generation: generation, survey: survey) }
        return survey
      }
    """,
  ]

  private static let others = [
    """
      var tags: [TagCount] {
        counted.withLock { counted in
          if let counted { return counted }
          let tags = TagCount.counting(notes)
          counted = tags
          return tags
        }
      }
    """,
    """
      func refresh() {
        let path = state.withLock { $0.path }
        guard let path else { return }
        let notebook = look(path)
        state.withLock { $0.shownError = nil }
        show(notebook)
      }
    """,
    """
      func first() { state.withLock { $0.isBusy = true } }

      func second(_ value: Int) {
        let value = value + 1
        state.withLock { $0.value = value }
      }
    """,
  ]
}
