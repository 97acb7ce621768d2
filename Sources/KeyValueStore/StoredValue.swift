package import Foundation
import JSON
import NotebookFile

/// A value in the columns of `entry`. Merges copy the columns byte for byte.
package struct StoredValue: Equatable, Sendable {
  /// The type: 0 no value, 1 text, 2 JSON, 3 blob.
  package var type: Int64 = 0
  /// The text, in UTF-8 like `json` and `mimeType`; the only column that is searched.
  package var text: Data?
  package var json: Data?
  package var mimeType: Data?
  package var blob: Data?

  package init(
    type: Int64 = 0, text: Data? = nil, json: Data? = nil, mimeType: Data? = nil, blob: Data? = nil
  ) {
    self.type = type
    self.text = text
    self.json = json
    self.mimeType = mimeType
    self.blob = blob
  }
}

extension StoredValue {
  package init(_ value: EntryValue) {
    switch value {
    case .null: self.init()
    case .text(let text): self.init(type: 1, text: Data(text.utf8))
    case .json(let json): self.init(type: 2, json: Data(json.serialized()))
    case .blob(let mimeType, let data):
      self.init(type: 3, mimeType: Data(mimeType.utf8), blob: data)
    }
  }

  /// Whether the value is small enough to be read again, with the other columns of its row.
  package var isReadable: Bool {
    let size = (text?.count ?? 0) + (blob?.count ?? 0)
    return size <= GuardedFile.largestValue - (1 << 20)
      && json?.count ?? 0 <= JSONValue.largestStored
  }

  package var size: Int { (text?.count ?? 0) + (json?.count ?? 0) + (blob?.count ?? 0) }

  /// The value; nil if the type does not match the columns, or the JSON is not valid. Bytes that
  /// are not UTF-8 become U+FFFD.
  package var value: EntryValue? {
    switch (type, text, json, mimeType, blob) {
    case (0, nil, nil, nil, nil): .null
    case (1, let text?, nil, nil, nil): .text(String(decoding: text, as: UTF8.self))
    case (2, nil, let json?, nil, nil):
      (try? JSONValue(parsing: Array(json), replacesLoneSurrogates: false)).map(EntryValue.json)
    case (3, nil, nil, let mimeType, let blob?):
      .blob(
        mimeType: mimeType.map { String(decoding: $0, as: UTF8.self) }
          ?? EntryValue.defaultMimeType, data: blob)
    default: nil
    }
  }

  /// Whether both have equal values: JSON may differ in white space, escapes and the order of
  /// members.
  package func means(_ other: StoredValue) -> Bool {
    if self == other { return true }
    // Texts with different bytes differ. They are long, and need not be decoded.
    if type == 1, text != nil, other.text != nil { return false }
    guard type == other.type, let value else { return false }
    return value == other.value
  }
}
