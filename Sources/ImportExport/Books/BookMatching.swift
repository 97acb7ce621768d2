import Base
import Books
import JSON
import Notebook

/// Finds the note about a foreign book.
struct BookMatching {
  private var same = SameBooks()
  private var notesBySource: [String: String] = [:]
  private var sources: [String: [String]] = [:]
  private var isbns: [String: Set<ISBN>] = [:]

  enum Match: Equatable {
    /// None; the id of the note to make. It is the same in each import of the same book, on each device.
    case none(id: String, Kin)
    /// The note, and the reason; nil if the list brought the book before.
    case note(String, BookLikeness.Ground?)
    /// Several that are about this book.
    case several([String])
  }

  /// Notes that have to do with a book for which none is found.
  struct Kin: Equatable {
    /// Those with its whole title and an author, from the same program under another id.
    var named: [String] = []
    /// Whether those have other ISBNs.
    var areEditions = false
    /// Those that may be about it.
    var perhaps: [String] = []
  }

  /// The books of a notebook. Cost: linear.
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

  /// The note about `record`, whose source is in it. Different ids of one program are
  /// different books, unless their ISBN is equal.
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

  /// Takes a book in that was imported.
  mutating func add(_ record: BookRecord, of note: String) {
    let known = sources[note] ?? []
    for source in record.sources where !known.contains(source) { add(source, of: note) }
    add(BookIdentity(record), of: note)
  }

  /// The id of the note that is made for a book.
  static func noteID(for record: BookRecord) -> String {
    let number = record.seriesNumber.map { "\n#" + $0 } ?? ""
    let name =
      record.sources.first ?? record.isbn.map { "isbn:\($0.thirteen)" }
      ?? "title:" + ([record.title] + record.authors).joined(separator: "\n") + number
    // The form of a random UUID, like all notes' ids.
    var bytes = Array(SHA1.digest(Array("commonplace book \(name)".utf8)).prefix(16))
    bytes.makeUUID(version: 4)
    return bytes[...].uuidText
  }
}
