package import JSON

/// The icon of a completion item.
///
/// Source: LSP 3.17, "CompletionItemKind".
package enum CompletionItemKind: Int, Sendable, JSONCodable {
  case text = 1
  case method, function, constructor, field, variable, `class`, interface, module, property
  case unit, value, `enum`, keyword, snippet, color, file, reference, folder, enumMember
  case constant, `struct`, event, `operator`, typeParameter
}

/// The format of an item's new text.
///
/// Source: LSP 3.17, "InsertTextFormat".
package enum InsertTextFormat: Int, Sendable, JSONCodable {
  case plainText = 1
  case snippet = 2
}

/// The treatment of white space when an item's text is inserted.
///
/// Source: LSP 3.17, "InsertTextMode".
package enum InsertTextMode: Int, Sendable, JSONCodable {
  case asIs = 1
  /// Later lines get the indentation of the line into which the item is inserted.
  case adjustIndentation = 2
}

/// The details shown after a completion item's label.
///
/// Source: LSP 3.17, "CompletionItemLabelDetails".
package struct CompletionItemLabelDetails: Sendable, Hashable {
  /// The text directly after the label.
  package var detail: String?
  /// The less prominent text after `detail`.
  package var description: String?

  package init(detail: String? = nil, description: String? = nil) {
    self.detail = detail
    self.description = description
  }
}

extension CompletionItemLabelDetails: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    detail = try json.decodeIfPresent("detail")
    description = try json.decodeIfPresent("description")
  }

  package var json: JSONValue { ["detail": detail?.json, "description": description?.json] }
}

/// A proposed text at a position.
///
/// Source: LSP 3.17, "CompletionItem".
package struct CompletionItem: Sendable, Equatable {
  package var label: String
  package var labelDetails: CompletionItemLabelDetails?
  package var kind: CompletionItemKind?
  package var detail: String?
  package var documentation: MarkupContent?
  /// The key by which the client sorts, instead of the label.
  package var sortText: String?
  /// The text by which the client filters, instead of the label.
  package var filterText: String?
  /// The format of the edit's new text; plain text if nil.
  package var insertTextFormat: InsertTextFormat?
  /// The treatment of white space in the new text, for clients with `insertTextModeSupport`; the
  /// client's choice if nil.
  package var insertTextMode: InsertTextMode?
  /// The edit that inserts the item, within one line around the requested position.
  package var textEdit: TextEdit?
  /// The command to execute after the item was inserted.
  package var command: Command?
  /// The data that the client returns in `completionItem/resolve`.
  package var data: JSONValue?

  package init(
    label: String, labelDetails: CompletionItemLabelDetails? = nil,
    kind: CompletionItemKind? = nil, detail: String? = nil, documentation: MarkupContent? = nil,
    sortText: String? = nil, filterText: String? = nil,
    insertTextFormat: InsertTextFormat? = nil, insertTextMode: InsertTextMode? = nil,
    textEdit: TextEdit? = nil, command: Command? = nil, data: JSONValue? = nil
  ) {
    self.label = label
    self.labelDetails = labelDetails
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.sortText = sortText
    self.filterText = filterText
    self.insertTextFormat = insertTextFormat
    self.insertTextMode = insertTextMode
    self.textEdit = textEdit
    self.command = command
    self.data = data
  }
}

extension CompletionItem: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    label = try json.decode("label")
    labelDetails = try json.decodeIfPresent("labelDetails")
    kind = try json.decodeIfPresent("kind")
    detail = try json.decodeIfPresent("detail")
    documentation = try json.decodeIfPresent("documentation")
    sortText = try json.decodeIfPresent("sortText")
    filterText = try json.decodeIfPresent("filterText")
    insertTextFormat = try json.decodeIfPresent("insertTextFormat")
    insertTextMode = try json.decodeIfPresent("insertTextMode")
    textEdit = try json.decodeIfPresent("textEdit")
    command = try json.decodeIfPresent("command")
    data = json["data"]
  }

  package var json: JSONValue {
    [
      "label": label.json, "labelDetails": labelDetails?.json, "kind": kind?.json,
      "detail": detail?.json, "documentation": documentation?.json,
      "sortText": sortText?.json, "filterText": filterText?.json,
      "insertTextFormat": insertTextFormat?.json, "insertTextMode": insertTextMode?.json,
      "textEdit": textEdit?.json, "command": command?.json, "data": data,
    ]
  }
}
