import Base
import Books
import Foundation
import Notebook

/// Lists of books of which it is known which rows are one book: series, volumes, namesakes, editions, subtitles.
/// All of it follows from a seed.
struct GeneratedLists {
  /// A row of a list, or a highlight.
  struct Row {
    /// Its name, which becomes a hashtag, a genre or the text of a highlight.
    var name: String
    var work: Int
    var isbn: ISBN?
    var form: Form
    /// Its fields, by the form's columns.
    var fields: [String]
    /// Its number among all rows, from 1.
    var number: Int
  }

  /// A program's file.
  enum Form: String, CaseIterable {
    case goodreads, storygraph, librarything, bookwyrm, openreads, calibre, babelio, openlibrary
    case isbns, kindle, readwise

    var isOfHighlights: Bool { self == .kindle || self == .readwise }
  }

  private(set) var rows: [Row] = []
  private var random: SeededGenerator
  private var works = 0
  private var numbers = 0

  /// At least `count` rows.
  init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    while rows.count < count { addFamily() }
  }

  // MARK: Books

  /// A book as its cover has it.
  private struct Work {
    var title: String
    var subtitle: String?
    /// The number in the title itself.
    var volume: Int?
    var series: (name: String, number: Int)?
    /// Whether the number in the series is all by which it differs from others.
    var isSeriesNeeded = false
    var (given, family): (String, String)
    /// Whether others have that family name and books of that title.
    var hasNamesake = false
    var isbns: [ISBN] = []
  }

  /// Some books that could be taken for each other.
  private mutating func addFamily() {
    let name = Self.word(works)
    let author = (
      given: pick(["Ann", "Bo", "Cy Dee", "E. F."]),
      family: pick(["Example", "de la Sample"]) + name
    )
    func work(_ title: String, _ subtitle: String? = nil) -> Work {
      Work(title: title, subtitle: subtitle, given: author.given, family: author.family)
    }
    var family: [Work] = []
    switch number(0...6) {
    case 0:
      for (index, title) in ["Pond", "Reeds", "Lake"].enumerated() {
        var book = work("\(title) of \(name)")
        book.series = ("\(name) Water", index + 1)
        family.append(book)
      }
    case 1:
      for index in 1...number(2...5) {
        var book = work("Saga \(name)", number(0...1) == 0 ? nil : "\(Self.word(index)) Days")
        book.volume = index
        family.append(book)
      }
    case 2:
      for index in 1...number(2...4) {
        var book = work("Chronicle \(name)")
        (book.series, book.isSeriesNeeded) = (("Chronicle \(name)", index), true)
        family.append(book)
      }
    case 3:
      family = ["Apprentice", "Master", "Mage"].map { work("Magic \(name)", $0) }
      if number(0...1) == 0 { family.append(work("Magic \(name)")) }
    case 4:
      for given in ["Ann", "Bo", "Cy"] {
        var book = work("Poems \(name)")
        (book.given, book.hasNamesake) = (given, true)
        family.append(book)
      }
    default: family = [work("Lone \(name)", number(0...1) == 0 ? nil : "A Life")]
    }
    for var book in family {
      for _ in 0..<number(0...2) { book.isbns.append(isbn()) }
      add(book)
      works += 1
    }
  }

  private mutating func add(_ work: Work) {
    for _ in 0..<number(1...4) {
      let form = pick(Form.allCases)
      // A file of numbers names no book.
      if form == .isbns, work.isbns.isEmpty { continue }
      let edition =
        form == .isbns || number(0...3) > 0 ? work.isbns.indices.randomElement(using: &random) : nil
      let hasISBN = !form.isOfHighlights && form != .openlibrary
      let isbn = hasISBN ? edition.map { work.isbns[$0] } : nil
      let name = "row-\(rows.count)-"
      let id = "w\(works)e\(edition.map(String.init) ?? "")"
      let digits = isbn.map { spelled($0) } ?? ""
      let fields = fields(of: work, in: form, digits, id, name)
      rows.append(
        Row(
          name: name, work: works, isbn: isbn, form: form, fields: fields, number: rows.count + 1))
    }
  }

  // MARK: Spellings

  private mutating func fields(
    of work: Work, in form: Form, _ isbn: String, _ id: String, _ tag: String
  ) -> [String] {
    let author = author(work)
    let last = "\(work.family), \(author.dropLast(work.family.count + 1))"
    let title = title(work)
    switch form {
    case .goodreads: return [id, title, author, isbn, tag, "read"]
    case .storygraph: return [title, author, isbn.isEmpty ? id : isbn, "read", tag, ""]
    case .librarything: return [id, title, last, isbn, tag, "Your library"]
    case .bookwyrm: return [title, author, "https://example.org/" + id, isbn, "lent", tag]
    case .openreads: return [title, author, "finished", isbn, tag, ""]
    case .calibre:
      let number = work.series.map { "\($0.number).0" } ?? ""
      let own = work.series == nil ? title : self.title(work, hasSeries: false)
      return [own, author, id, isbn, work.series?.name ?? "", number, tag]
    case .babelio: return [isbn, title, author, "Lu", tag]
    case .openlibrary: return [id, id, title, author, "4", tag]
    case .isbns: return [isbn]
    case .kindle: return ["\(title) (\(last))", tag]
    case .readwise: return [tag, title, author]
    }
  }

  private mutating func author(_ work: Work) -> String {
    let initials = work.given.split(separator: " ").map { $0.prefix(1) + "." }.joined(
      separator: " ")
    let first = String(work.given.prefix { $0 != " " })
    let given = work.hasNamesake ? work.given : pick([work.given, work.given, initials, first])
    return "\(given) \(work.family)"
  }

  private mutating func title(_ work: Work, hasSeries: Bool = true) -> String {
    var title = pick([work.title, work.title, "The " + work.title])
    if let volume = work.volume {
      title += pick([
        ", Vol. \(volume)", ": Volume \(volume)", " #\(volume)", " (Vol. \(volume))",
        ", Book \(["", "One", "Two", "Three", "Four", "Five"][volume])",
        " \(["", "I", "II", "III", "IV", "V"][volume])",
      ])
    }
    if let subtitle = work.subtitle { title += pick([": ", ": ", " - "]) + subtitle }
    if let series = work.series, hasSeries, work.isSeriesNeeded || number(0...1) == 0 {
      title += " (\(series.name), #\(series.number))"
    } else if number(0...7) == 0 {
      title += " (Example Classics)"
    }
    return number(0...7) == 0 ? title.uppercased() : title
  }

  private mutating func spelled(_ isbn: ISBN) -> String {
    pick([isbn.thirteen, isbn.thirteen, isbn.ten ?? isbn.thirteen])
  }

  // MARK: Files

  /// The text of a file with these rows, and the end of its name.
  static func file(_ rows: [Row], _ form: Form) -> (text: String, ending: String) {
    func table(_ header: String, _ separator: Character = ",") -> String {
      let lines = rows.map { row in
        row.fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
          .joined(separator: String(separator))
      }
      return ([header] + lines).joined(separator: "\n") + "\n"
    }
    switch form {
    case .goodreads:
      return (table("Book Id,Title,Author,ISBN13,Bookshelves,Exclusive Shelf"), "csv")
    case .storygraph: return (table("Title,Authors,ISBN/UID,Read Status,Tags,Star Rating"), "csv")
    case .librarything:
      return (table("Book Id\tTitle\tPrimary Author\tISBN\tTags\tCollections", "\t"), "tsv")
    case .bookwyrm: return (table("title,author_text,remote_id,isbn_13,shelf,shelf_name"), "csv")
    case .openreads: return (table("title,author,status,isbn,tags,readings"), "csv")
    case .calibre: return (table("title,authors,uuid,isbn,series,series_index,tags"), "csv")
    case .babelio: return (table("ISBN;Titre;Auteur;Statut;Étiquettes", ";"), "csv")
    case .openlibrary:
      return (table("Work ID,Edition ID,Title,Author(s),Rating,Bookshelf"), "csv")
    case .isbns: return (rows.map { $0.fields[0] + "\n" }.joined(), "txt")
    case .kindle:
      let clippings = rows.map { row in
        "\(row.fields[0])\r\n- Your Highlight on page 9 | Location \(row.number * 10) | Added on Thursday, "
          + "August 22, 2024 7:01:04 PM\r\n\r\nA mark of \(row.fields[1])\r\n==========\r\n"
      }
      return (clippings.joined(), "txt")
    case .readwise: return (table("Highlight,Book Title,Book Author"), "csv")
    }
  }

  // MARK: Chance

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  private mutating func isbn() -> ISBN {
    numbers += 1
    let digits = "978\(100_000_000 + numbers)"
    for check in 0...9 { if let isbn = ISBN(digits + "\(check)") { return isbn } }
    return isbn()
  }

  /// A word for a number, without digits.
  private static func word(_ number: Int) -> String {
    let letters = Array("bdfgklmnprst")
    var (rest, word) = (number, "")
    repeat {
      word.append(letters[rest % letters.count])
      word += "a"
      rest /= letters.count
    } while rest > 0
    return word.capitalized
  }
}
