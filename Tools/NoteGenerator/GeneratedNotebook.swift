import Base

/// A realistic notebook of any size. Each note is a pure function of the seed, its number and
/// `noteCount`. So notes can be generated in any order and by several threads.
///
/// Word frequencies follow Zipf's law over 50,000 words. There are 1,000 hashtags of one to three
/// segments, some of them on many notes. Most notes are about a book. Most notes are short; one in
/// a hundred has 6 KB or more.
package struct GeneratedNotebook: Sendable {
  package let seed: UInt64
  package let noteCount: Int
  /// Increased when the generated content changes. Two notebooks with the same seed, note count and
  /// version are equal.
  package static let version = 1

  package init(seed: UInt64, noteCount: Int) {
    self.seed = seed
    self.noteCount = noteCount
  }

  /// The number of sessions in which the notebook was written. Each is one author of the file, with
  /// its own writes.
  package var sessionCount: Int { max(3, noteCount / 500) }

  /// Returns the note with this number, 0..<`noteCount`, in order of creation.
  package func note(_ number: Int) -> GeneratedNote {
    var random = SeededGenerator(seed: seed ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9)
    random = SeededGenerator(seed: random.next())
    let id = Self.id(&random)
    // Three years from 2021-09-21.
    let age = noteCount == 0 ? 0 : number * (3 * 365 * 86_400) / noteCount
    let created = 1_632_200_000 + age
    let book = Int.random(in: 0..<10, using: &random) < 6 ? Self.book(&random) : nil
    let isTrashed = Int.random(in: 0..<50, using: &random) == 0
    let isInConflict = number > 0 && Int.random(in: 0..<1_000, using: &random) == 0
    let modified = created + Int.random(in: 60..<90 * 86_400, using: &random)
    var writer = GeneratedNoteText(random: random)
    return GeneratedNote(
      id: id, text: writer.write(aboutBook: book != nil), book: book, created: created,
      modified: modified, session: number * sessionCount / max(1, noteCount),
      isTrashed: isTrashed, isInConflict: isInConflict)
  }

  /// Returns the word with this frequency rank, from 0 to below 50,000.
  package static func word(rank: Int) -> String { Lexicon.shared.word(rank: rank) }

  /// Returns the hashtag with this frequency rank, from 0 to below 1,000.
  package static func hashtag(rank: Int) -> String { Hashtags.shared.all[rank] }

  /// Returns an upper-case version 4 UUID.
  private static func id(_ random: inout SeededGenerator) -> String {
    let digits = Array("0123456789ABCDEF")
    var id = ""
    for position in 0..<32 {
      if [8, 12, 16, 20].contains(position) { id.append("-") }
      switch position {
      case 12: id.append("4")
      case 16: id.append(digits[Int.random(in: 8..<12, using: &random)])
      default: id.append(digits[Int.random(in: 0..<16, using: &random)])
      }
    }
    return id
  }

  private static func book(_ random: inout SeededGenerator) -> GeneratedNote.Book {
    func name() -> String {
      let word = Lexicon.shared.word(rank: Int.random(in: 3_500..<6_500, using: &random))
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    var words = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      String(decoding: Lexicon.shared.word(&random), as: UTF8.self)
    }
    words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
    let genres = Int.random(in: 0..<3, using: &random)
    return GeneratedNote.Book(
      title: words.joined(separator: " "), author: "\(name()) \(name())",
      year: Int.random(in: 1_800..<2_022, using: &random),
      genres: (0..<genres).map { _ in Vocabulary.genres.randomElement(using: &random) ?? "" })
  }
}

package struct GeneratedNote: Sendable {
  package struct Book: Sendable {
    package var title: String
    /// The author as "First Last".
    package var author: String
    package var year: Int
    /// Tags without `#`.
    package var genres: [String]
  }

  package var id: String
  package var text: String
  package var book: Book?
  /// In seconds since 1970.
  package var created: Int
  /// In seconds since 1970.
  package var modified: Int
  /// The session that wrote the note, from 0; it never decreases from note to note.
  package var session: Int
  package var isTrashed: Bool
  /// Whether another session left its own version.
  package var isInConflict: Bool
}

struct Hashtags: Sendable {
  /// The hashtags by rank, the most common first.
  let all: [String]
  private let ranks: ZipfDistribution

  static let shared = Hashtags(count: 1_000)

  private init(count: Int) {
    var random = SeededGenerator(seed: 0x7461_6773)
    func segment() -> String {
      Lexicon.shared.word(rank: Int.random(in: 160..<480, using: &random))
    }
    var seen: Set<String> = []
    var tags = Vocabulary.topics.map { "#" + $0 }.filter { seen.insert($0).inserted }
    while tags.count < count {
      // Most new hashtags are below a common one; some are top-level.
      let rank = Int.random(in: 0..<Int.random(in: 1...tags.count, using: &random), using: &random)
      let parent = tags[rank]
      let isDeep = parent.split(separator: "/").count > 2
      let tag =
        isDeep || Int.random(in: 0..<12, using: &random) == 0
        ? "#" + segment() : parent + "/" + segment()
      if seen.insert(tag).inserted { tags.append(tag) }
    }
    all = tags
    ranks = ZipfDistribution(count: tags.count)
  }

  func tag(_ random: inout SeededGenerator) -> String { all[ranks.next(&random)] }
}
