import Books
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// The notes of a scope, as the index finds them.
enum DueNotes {
  case tag(HashtagPath)
  case section(BookSection?)
  case notes([String])

  /// A query with one parameter for the numbers of the notes, in a column `number`.
  var numbers: String {
    switch self {
    case .tag: "SELECT note AS number FROM tagged WHERE tag = ?"
    case .section: "SELECT number FROM note WHERE isShown AND section IS ?"
    case .notes:
      "SELECT number FROM json_each(?) AS wanted CROSS JOIN note ON note.id = wanted.value"
    }
  }

  /// A condition with one parameter on the number of a note in `block.note`. Cost: a look-up; of a list of notes
  /// linear in it.
  var condition: String {
    switch self {
    case .tag: "EXISTS (SELECT 1 FROM tagged WHERE tag = ? AND tagged.note = block.note)"
    case .section:
      "EXISTS (SELECT 1 FROM note WHERE number = block.note AND isShown AND section IS ?)"
    case .notes: "block.note IN (\(numbers))"
    }
  }

  /// The parameter.
  var argument: (any DatabaseValueConvertible)? {
    switch self {
    case .tag(let tag): tag.indexKey
    case .section(let section): section?.rawValue
    case .notes(let ids): JSONValue.array(ids.map(JSONValue.string)).stored
    }
  }
}
