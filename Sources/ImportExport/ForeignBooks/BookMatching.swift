internal import Base
internal import Books
internal import JSON
internal import Notebook

/// Finds the note about a foreign book.
struct BookMatching {
  private var same: SameBooks
  private var notesBySource: [String: String] = [:]
  private var sources: [String: [String]] = [:]
  private var isbns: [String: ISBN] = [:]
  /// The notes that `same` knows.
  private var listed: Set<String> = []

  enum Match: Equatable {
    /// None; the id of the note to make. It is the same in each import of the same book, on each device.
    case none(id: String)
    case note(String)
    /// Several that are about this book.
    case several([String])
  }

  /// The books of a notebook. Cost: linear.
  init(_ notes: some Sequence<NoteSummary>, own: [String: JSONObject]) {
    same = SameBooks()
    for note in notes {
      guard let book = note.book else { continue }
      for source in (own[note.id]?["sources"]?.array ?? []).compactMap(\.string) {
        add(source, of: note.id)
      }
      guard !note.isTrashed else { continue }
      same.add(book, of: note.id)
      listed.insert(note.id)
      isbns[note.id] = [book.isbn13, book.isbn].firstNonNil { $0.flatMap { ISBN($0) } }
    }
  }

  private mutating func add(_ source: String, of note: String) {
    if notesBySource[source] == nil { notesBySource[source] = note }
    sources[note, default: []].append(source)
  }

  /// The note about `record`, whose source is in it. Different ids of one program are
  /// different books, unless their ISBN is equal.
  func match(_ record: BookRecord) -> Match {
    let source = record.sources.first
    if let source, let note = notesBySource[source] { return .note(note) }
    let program = source?.prefix { $0 != ":" }
    var seen: Set<String> = []
    let candidates = same.notes(about: record).filter { note in
      guard seen.insert(note).inserted else { return false }
      if let isbn = record.isbn, isbns[note] == isbn { return true }
      guard let program else { return true }
      return !(sources[note] ?? []).contains { $0.prefix { $0 != ":" } == program }
    }
    guard let first = candidates.first else { return .none(id: Self.noteID(for: record)) }
    return candidates.count == 1 ? .note(first) : .several(candidates)
  }

  /// Takes a book in that was imported.
  mutating func add(_ record: BookRecord, of note: String) {
    let known = sources[note] ?? []
    for source in record.sources where !known.contains(source) { add(source, of: note) }
    let isNew = listed.insert(note).inserted
    guard isNew || isbns[note] == nil && record.isbn != nil else { return }
    if let book = try? Book(json: .object(record.book)) { same.add(book, of: note) }
    if let isbn = record.isbn { isbns[note] = isbn }
  }

  /// The id of the note that is made for a book.
  static func noteID(for record: BookRecord) -> String {
    let name =
      record.sources.first ?? record.isbn.map { "isbn:\($0.thirteen)" }
      ?? "title:" + ([record.title] + record.authors).joined(separator: "\n")
    // The form of a random UUID, like all notes' ids.
    var bytes = Array(SHA1.digest(Array("commonplace book \(name)".utf8)).prefix(16))
    bytes.makeUUID(version: 4)
    return bytes[...].uuidText
  }
}
