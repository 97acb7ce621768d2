import Foundation
import JSON
import LanguageServerProtocol
import Notebook

extension NoteSummary {
  /// A note as `--json` shows it.
  var json: JSONValue {
    [
      "id": id.json, "title": title.json, "tags": tags.json, "summary": summary.json,
      "created": created.ISO8601Format().json, "modified": modified.ISO8601Format().json,
      "trashed": isTrashed.json,
    ]
  }
}

extension JSONValue {
  /// The value on one line, safe to print.
  var line: String { String(decoding: serialized(), as: UTF8.self).terminalSafeJSON }
}
