import Base
import Books
import JSON
import Notebook

/// Finds the note about an imported book.
struct BookMatching {
  private var same = SameBooks()
  private var notesBySource: [String: String] = [:]
  private var sources: [String: [String]] = [:]
  private var isbns: [String: Set<ISBN>] = [:]

  enum Match: Equatable {
    /// No note matches. `id` is the ID of the note to create: each import of this book computes the
    /// same ID, on every device.
    case none(id: String, Kin)
    /// One note matches, for the given reason. The reason is nil if the book's source was imported
    /// into this note before.
    case note(String, BookLikeness.Ground?)
    case several([String])
  }

  /// Notes related to a book for which no note was found.
  struct Kin: Equatable {
    /// Notes with the book's title and an author, imported from the same program under another ID.
    var named: [String] = []
    /// Whether the `named` notes have other ISBNs.
    var areEditions = false
    var perhaps: [String] = []
  }

  /// Collects the books of a notebook. Cost: linear in the notes.
  init(_ notes: some Sequence<NoteSummary>, own: [String: JSONObject]) {
    for note in notes {
      guard let book = note.book else { continue }
      for source in (own[note.id]?["sources"]?.array ?? []).compactMap(\.string) {
        add(source, of: note.id)
      }
      guard !note.isTrashed else { continue }
      add(
        BookIdentity(book, own: own[note.id].map { OwnBookFacts(JSONValue.object($0)) }),
        of: note.id)
    }
  }

  private mutating func add(_ source: String, of note: String) {
    if notesBySource[source] == nil { notesBySource[source] = note }
    sources[note, default: []].append(source)
  }

  private mutating func add(_ book: BookIdentity, of note: String) {
    same.add(book, of: note)
    isbns[note] = book.isbns
  }

  /// Finds the note about `record`: by its source, or else by ISBN or title. Books with different
  /// IDs of one program are different, unless they share an ISBN.
  func match(_ record: BookRecord) -> Match {
    let source = record.sources.first
    if let source, let note = notesBySource[source] { return .note(note, nil) }
    let book = BookIdentity(record)
    let program = source?.prefix { $0 != ":" }
    func hasOtherID(_ note: String) -> Bool {
      guard let program, (isbns[note] ?? []).isDisjoint(with: book.isbns) else { return false }
      return (sources[note] ?? []).contains { $0.prefix { $0 != ":" } == program }
    }
    let matches = same.matches(book) { !hasOtherID($0) }
    if let first = matches.notes.first {
      return matches.notes.count == 1 ? .note(first, matches.ground) : .several(matches.notes)
    }
    let others = program == nil ? SameBooks.Matches() : same.matches(book, where: hasOtherID)
    let kin = Kin(
      named: others.notes, areEditions: others.ground == .edition,
      perhaps: matches.perhaps + others.perhaps)
    return .none(id: Self.noteID(for: record), kin)
  }

  mutating func add(_ record: BookRecord, of note: String) {
    let known = sources[note] ?? []
    for source in record.sources where !known.contains(source) { add(source, of: note) }
    add(BookIdentity(record), of: note)
  }

  /// Returns the ID of the note to create for a book. It is derived from the book's source, or else
  /// its ISBN, or else its title, authors and series number.
  static func noteID(for record: BookRecord) -> String {
    let number = record.seriesNumber.map { "\n#" + $0 } ?? ""
    let name =
      record.sources.first ?? record.isbn.map { "isbn:\($0.thirteen)" }
      ?? "title:" + ([record.title] + record.authors).joined(separator: "\n") + number
    // Formatted like the IDs of all notes, which are random UUIDs.
    var bytes = Array(SHA1.digest(Array("commonplace book \(name)".utf8)).prefix(16))
    bytes.makeUUID(version: 4)
    return bytes[...].uuidText
  }
}
