import JSON
import KeyValueStore

/// The values that were last imported of a note, kept in our scope: digests by their keys.
///
/// It shows where a value has changed since: here, in the source, or in both.
struct ImportRecord: Equatable {
  private var digests: JSONObject = [:]

  /// The name under which a source's front matter is recorded, which is no key.
  static let frontMatter = "frontMatter"

  init(_ value: EntryValue) { digests = value.json?.object ?? [:] }

  /// The digest of the value that was imported under `key`.
  subscript(key: String) -> String? {
    get { digests[key]?.string }
    set { digests[key] = newValue.map(JSONValue.string) }
  }

  var value: EntryValue { .json(.object(digests)) }
}
