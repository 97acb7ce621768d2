import JSON
import KeyValueStore

/// The values of a note that were last imported, stored in our scope: digests by key.
///
/// The record shows whether a value has changed since in this notebook, in the source, or in both.
struct ImportRecord: Equatable {
  private var digests: JSONObject = [:]

  /// The member for a source's front matter, which is not a key.
  static let frontMatter = "frontMatter"

  init(_ value: EntryValue) { digests = value.json?.object ?? [:] }

  subscript(key: String) -> String? {
    get { digests[key]?.string }
    set { digests[key] = newValue.map(JSONValue.string) }
  }

  var value: EntryValue { .json(.object(digests)) }
}
