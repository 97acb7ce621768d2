import Base
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

/// The notes by their questions. Holds no question, only its hash.
package struct QuestionIndex: Sendable {
  /// The place of a question.
  struct Place: Sendable, Equatable {
    /// The note's id.
    var note: String
    var title: String
    var range: LSPRange
  }

  /// A note with questions.
  struct Note: Sendable {
    var id: String
    var title: String
    /// The version of the text, which is only compared.
    var version: TextDigest
    var questions: [(hash: Int, range: LSPRange)] = []

    init(id: String, title: String, version: String) {
      (self.id, self.title, self.version) = (id, title, TextDigest(version))
    }

    /// Finds the questions in the note's text. Cost: a parse.
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
  /// The places of all questions, by their hashes in ascending order.
  private let asked: [(hash: Int, note: Int, question: Int)]

  init(_ notes: [Note] = []) {
    self.notes = notes.sorted { $0.id < $1.id }
    asked = self.notes.enumerated().flatMap { note, value in
      value.questions.enumerated().map { (hash: $1.hash, note: note, question: $0) }
    }.sorted { ($0.hash, $0.note, $0.question) < ($1.hash, $1.note, $1.question) }
  }

  /// The ids of the notes that ask what another asks, too.
  var notesThatRepeat: Set<String> {
    var ids: Set<String> = []
    for (first, second) in zip(asked, asked.dropFirst())
    where first.hash == second.hash && first.note != second.note {
      ids.formUnion([notes[first.note].id, notes[second.note].id])
    }
    return ids
  }

  /// The most places that are looked for: all notes may ask the same, and each is asked for it.
  static let mostPlaces = 100

  /// The places in which notes other than `note` ask the question `key`, each once, `mostPlaces` at
  /// most. Cost: O(log n), and the answer.
  func places(asking key: String, except note: String?) -> [Place] {
    let hash = key.hashValue
    let first = asked.partitionIndex { $0.hash >= hash }
    var places: [Place] = []
    for found in asked[first...].lazy.prefix(while: { $0.hash == hash }) {
      if places.count == Self.mostPlaces { break }
      let other = notes[found.note]
      guard other.id != note, places.last?.note != other.id else { continue }
      places.append(
        Place(note: other.id, title: other.title, range: other.questions[found.question].range))
    }
    return places
  }
}
