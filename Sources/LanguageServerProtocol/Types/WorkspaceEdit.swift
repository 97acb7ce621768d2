package import JSON

/// The reason for edits, and whether the user must confirm them.
///
/// Source: LSP 3.17, "ChangeAnnotation".
package struct ChangeAnnotation: Sendable, Hashable {
  package var label: String
  package var needsConfirmation: Bool
  /// Additional text, shown less prominently.
  package var description: String?

  package init(label: String, needsConfirmation: Bool = false, description: String? = nil) {
    self.label = label
    self.needsConfirmation = needsConfirmation
    self.description = description
  }
}

extension ChangeAnnotation: JSONEncodable {
  package var json: JSONValue {
    [
      "label": label.json, "needsConfirmation": needsConfirmation ? true : nil,
      "description": description?.json,
    ]
  }
}

/// Edits of one document, all relative to the same text; they do not overlap.
///
/// Source: LSP 3.17, "TextDocumentEdit".
package struct TextDocumentEdit: Sendable, Equatable {
  package var uri: String
  /// The version to which the edits apply; nil if the document is not open.
  package var version: Int?
  package var edits: [TextEdit]
  /// The ID of the annotation of all edits, in `WorkspaceEdit.annotations`.
  package var annotation: String?

  package init(uri: String, version: Int?, edits: [TextEdit], annotation: String? = nil) {
    self.uri = uri
    self.version = version
    self.edits = edits
    self.annotation = annotation
  }
}

extension TextDocumentEdit: JSONEncodable {
  /// A document that is not open has the version `null`.
  package var json: JSONValue {
    let edits = edits.map { edit -> JSONValue in
      guard let annotation else { return edit.json }
      return [
        "range": edit.range.json, "newText": edit.newText.json, "annotationId": annotation.json,
      ]
    }
    return [
      "textDocument": ["uri": uri.json, "version": version?.json ?? .null],
      "edits": .array(edits),
    ]
  }
}

/// Edits of documents, to be applied together.
///
/// Source: LSP 3.17, "WorkspaceEdit".
package struct WorkspaceEdit: Sendable, Equatable {
  /// A form of the protocol for workspace edits.
  package enum Form: Sendable {
    /// With versions, for clients that have `workspaceEdit.documentChanges`.
    case versioned
    /// With versions and annotations, for clients that also have `changeAnnotationSupport`.
    case annotated
    /// The form that every client supports.
    case plain
  }

  /// One element per document.
  package var documentChanges: [TextDocumentEdit]
  /// The annotations of the edits, by ID.
  package var annotations: [String: ChangeAnnotation]
  package var form: Form

  package init(
    documentChanges: [TextDocumentEdit], annotations: [String: ChangeAnnotation] = [:],
    form: Form = .versioned
  ) {
    self.documentChanges = documentChanges
    self.annotations = annotations
    self.form = form
  }
}

extension WorkspaceEdit: JSONEncodable {
  package var json: JSONValue {
    switch form {
    case .plain:
      let changes = documentChanges.map { ($0.uri, $0.edits.json) }
      return ["changes": JSONObject(changes).json]
    case .versioned:
      let bare = documentChanges.map {
        TextDocumentEdit(uri: $0.uri, version: $0.version, edits: $0.edits)
      }
      return ["documentChanges": bare.json]
    case .annotated:
      let texts = annotations.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
      return [
        "documentChanges": documentChanges.json,
        "changeAnnotations": texts.isEmpty ? nil : JSONObject(texts).json,
      ]
    }
  }
}

/// A replacement of one range by other text.
///
/// Source: LSP 3.17, "TextEdit".
package struct TextEdit: Sendable, Hashable {
  /// Empty to insert.
  package var range: LSPRange
  /// Empty to delete.
  package var newText: String

  package init(range: LSPRange, newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension TextEdit: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decode("range")
    newText = try json.decode("newText")
  }

  package var json: JSONValue { ["range": range.json, "newText": newText.json] }
}
