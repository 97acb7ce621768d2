public import JSON

/// What kind of message it is.
///
/// Source: LSP 3.17, "MessageType".
public enum MessageType: Int, Sendable, JSONCodable {
  case error = 1
  case warning = 2
  case info = 3
  case log = 4
}

/// The parameters of `window/showMessage`: a message for the user.
///
/// Source: LSP 3.17, "ShowMessage Notification".
public struct ShowMessageParams: Sendable, Hashable {
  /// Its kind.
  public var type: MessageType
  /// The text.
  public var message: String

  /// A message of the kind `type`.
  public init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}

extension ShowMessageParams: JSONCodable {
  /// Reads a message.
  public init(json: JSONValue) throws(ResponseError) {
    type = try json.decode("type")
    message = try json.decode("message")
  }

  /// The LSP form.
  public var json: JSONValue { ["type": type.json, "message": message.json] }
}

/// The parameters of `window/logMessage`: a message for the log, of the same shape.
///
/// Source: LSP 3.17, "LogMessage Notification".
public typealias LogMessageParams = ShowMessageParams

/// The parameters of `window/showDocument`.
///
/// Source: LSP 3.17, "ShowDocumentParams".
public struct ShowDocumentParams: Sendable, Hashable {
  /// What to show.
  public var uri: String
  /// Whether to show it in another program, such as a browser.
  public var external: Bool?
  /// Whether to move there.
  public var takeFocus: Bool?
  /// What to select.
  public var selection: LSPRange?

  /// Shows `uri`.
  public init(
    uri: String, external: Bool? = nil, takeFocus: Bool? = nil, selection: LSPRange? = nil
  ) {
    self.uri = uri
    self.external = external
    self.takeFocus = takeFocus
    self.selection = selection
  }
}

extension ShowDocumentParams: JSONEncodable {
  /// The LSP form.
  public var json: JSONValue {
    [
      "uri": uri.json, "external": external?.json, "takeFocus": takeFocus?.json,
      "selection": selection?.json,
    ]
  }
}
