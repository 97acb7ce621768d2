import Base
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

/// Finds notes by their questions. Stores only hashes of questions.
package struct QuestionIndex: Sendable {
  struct QuestionLocation: Sendable, Equatable {
    var note: String
    var title: String
    var range: LSPRange
  }

  struct Note: Sendable {
    var id: String
    var title: String
    /// The digest of the text's version, only for comparisons.
    var version: TextDigest
    var questions: [(hash: Int, range: LSPRange)] = []

    init(id: String, title: String, version: String) {
      (self.id, self.title, self.version) = (id, title, TextDigest(version))
    }

    mutating func read(_ text: String, encoding: PositionEncoding) {
      let snapshot = MiniMarkdownDocument(text).snapshot
      func range(of bytes: Range<Int>) -> LSPRange {
        LSPRange(
          start: Position(snapshot.position(of: bytes.lowerBound, in: encoding)),
          end: Position(snapshot.position(of: bytes.upperBound, in: encoding)))
      }
      questions = NoteReferences.questions(of: snapshot).map {
        ($0.text.hashValue, range(of: $0.range))
      }
    }
  }

  let notes: [Note]
  /// All questions, sorted by hash; `note` and `question` are indexes.
  private let asked: [(hash: Int, note: Int, question: Int)]

  init(_ notes: [Note] = []) {
    self.notes = notes.sorted { $0.id < $1.id }
    asked = self.notes.enumerated().flatMap { note, value in
      value.questions.enumerated().map { (hash: $1.hash, note: note, question: $0) }
    }.sorted { ($0.hash, $0.note, $0.question) < ($1.hash, $1.note, $1.question) }
  }

  var notesThatRepeat: Set<String> {
    var ids: Set<String> = []
    for (first, second) in zip(asked, asked.dropFirst())
    where first.hash == second.hash && first.note != second.note {
      ids.formUnion([notes[first.note].id, notes[second.note].id])
    }
    return ids
  }

  /// Maximum number of locations: if all notes asked one question, each would list all others.
  static let mostLocations = 100

  /// Returns where notes other than `note` ask the question `key`: one location per note, at most
  /// `mostLocations`. Cost: O(log n), and linear in the questions with this hash that are read.
  func locations(asking key: String, except note: String?) -> [QuestionLocation] {
    let hash = key.hashValue
    let first = asked.partitionIndex { $0.hash >= hash }
    var locations: [QuestionLocation] = []
    for found in asked[first...].lazy.prefix(while: { $0.hash == hash }) {
      if locations.count == Self.mostLocations { break }
      let other = notes[found.note]
      guard other.id != note, locations.last?.note != other.id else { continue }
      locations.append(
        QuestionLocation(
          note: other.id, title: other.title, range: other.questions[found.question].range))
    }
    return locations
  }
}
