import Base
package import Foundation
package import JSON

/// A value of a key. `StoredValue` is its form in the columns of `entry`.
package enum EntryValue: Sendable {
  case null
  case text(String)
  case json(JSONValue)
  case blob(mimeType: String, data: Data)

  /// The type of a blob that is stored without one.
  package static let defaultMimeType = "application/octet-stream"
}

extension EntryValue {
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var json: JSONValue? { if case .json(let json) = self { json } else { nil } }
}

extension EntryValue: Equatable {
  /// Texts are equal if their bytes are. JSON is equal regardless of the order of members, which
  /// the app does not keep.
  package static func == (left: EntryValue, right: EntryValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.text(let left), .text(let right)): left.hasBytes(of: right)
    case (.json(let left), .json(let right)): left == right
    case (.blob(let leftType, let left), .blob(let rightType, let right)):
      leftType == rightType && left == right
    default: false
    }
  }
}
