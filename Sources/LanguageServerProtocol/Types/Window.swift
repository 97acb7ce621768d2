package import JSON

/// Source: LSP 3.17, "MessageType".
package enum MessageType: Int, Sendable, JSONCodable {
  case error = 1
  case warning = 2
  case info = 3
  case log = 4
}

/// The parameters of `window/showMessage`: a message for the user.
///
/// Source: LSP 3.17, "ShowMessage Notification".
package struct ShowMessageParams: Sendable, Hashable {
  package var type: MessageType
  package var message: String

  package init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}

extension ShowMessageParams: JSONEncodable {
  package var json: JSONValue { ["type": type.json, "message": message.json] }
}

/// The parameters of `window/logMessage`, which have the shape of `ShowMessageParams`.
///
/// Source: LSP 3.17, "LogMessage Notification".
package typealias LogMessageParams = ShowMessageParams

/// The parameters of `window/showDocument`.
///
/// Source: LSP 3.17, "ShowDocumentParams".
package struct ShowDocumentParams: Sendable, Hashable {
  package var uri: String
  /// Whether to show the document in another program, such as a browser.
  package var external: Bool?
  package var takeFocus: Bool?
  package var selection: LSPRange?

  package init(
    uri: String, external: Bool? = nil, takeFocus: Bool? = nil, selection: LSPRange? = nil
  ) {
    self.uri = uri
    self.external = external
    self.takeFocus = takeFocus
    self.selection = selection
  }
}

extension ShowDocumentParams: JSONEncodable {
  package var json: JSONValue {
    [
      "uri": uri.json, "external": external?.json, "takeFocus": takeFocus?.json,
      "selection": selection?.json,
    ]
  }
}
