import Base
import Foundation
import JSON
import Notebook

extension NoteSummary {
  /// A note as `--json` shows it; `docs/json.md` has the rules for names.
  var json: JSONValue { .object(jsonMembers) }

  func json(after action: NoteAction) -> JSONValue {
    var object = jsonMembers
    object["action"] = action.rawValue.json
    return .object(object)
  }

  private var jsonMembers: JSONObject {
    [
      "id": id.json, "title": title.json, "tags": tags.json, "summary": summary.json,
      "created": Timestamps.json(created).json, "modified": Timestamps.json(modified).json,
      "isTrashed": isTrashed.json,
    ]
  }

  var nameJSON: JSONValue { .noteName(id: id, title: title) }
}

/// Raw values appear in JSON output: they do not change between versions.
enum NoteAction: String {
  case created, edited, appended, renamed, tagged, trashed, restored, deleted, found, unchanged
}

extension JSONValue {
  static func noteName(id: String, title: String) -> JSONValue {
    ["id": id.json, "title": title.json]
  }

  /// The value on one line, safe to print.
  var line: String { String(decoding: serialized(), as: UTF8.self).terminalSafeJSON }
}
