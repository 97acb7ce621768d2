import Books
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// The notes of a scope, as queries of the index.
enum DueNotes {
  case tag(HashtagPath)
  case section(BookSection?)
  case notes([String])

  /// A query that returns the numbers of the notes in a column `number`. It has one parameter.
  var numbers: String {
    switch self {
    case .tag: "SELECT note AS number FROM tagged WHERE tag = ?"
    case .section: "SELECT number FROM note WHERE isShown AND section IS ?"
    case .notes:
      "SELECT number FROM json_each(?) AS wanted CROSS JOIN note ON note.id = wanted.value"
    }
  }

  /// A condition on the note number in `block.note`. It has one parameter. Cost: one lookup; linear
  /// in a list of notes.
  var condition: String {
    switch self {
    case .tag: "EXISTS (SELECT 1 FROM tagged WHERE tag = ? AND tagged.note = block.note)"
    case .section:
      "EXISTS (SELECT 1 FROM note WHERE number = block.note AND isShown AND section IS ?)"
    case .notes: "block.note IN (\(numbers))"
    }
  }

  var argument: (any DatabaseValueConvertible)? {
    switch self {
    case .tag(let tag): tag.indexKey
    case .section(let section): section?.rawValue
    case .notes(let ids): JSONValue.array(ids.map(JSONValue.string)).stored
    }
  }
}
