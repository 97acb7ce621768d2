/// The lane in which a message is handled, and so the work for which it waits. Everything is read
/// in order; the lanes then run side by side, each in order.
enum Lane: CaseIterable {
  /// Life cycle and text synchronization: the one place where the server's state changes.
  case inbox
  /// Features that only read a snapshot. Taken when the message is at the head of the inbox, so
  /// that a request sees every change sent before it and none sent after it.
  case documents
  /// Requests that read whole texts: of one document, or of all notes with a hashtag. Tokens do not
  /// wait for it, nor does completion.
  case analysis
  /// Requests to the notebook during typing. They wait for no save, and for no search.
  case lookup
  /// Requests that fill a list of choices during typing into it: they search.
  case picking
  /// Requests that read the whole notebook, and may take long. No other request waits for them.
  case survey
  /// Other requests that may wait for the notebook's file, reading and writing: in the order in
  /// which they were sent, so that a note is read as it was written before. Never in the way of
  /// typing.
  case notebook

  /// The one answer to the question which message waits for which.
  init(method: String) {
    switch method {
    case "initialize", "initialized", "shutdown", "exit": self = .inbox
    case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
      "textDocument/didSave":
      self = .inbox
    case "textDocument/completion", "completionItem/resolve", "textDocument/hover",
      "textDocument/codeLens", "textDocument/inlayHint", "textDocument/definition":
      self = .lookup
    case "workspace/symbol": self = .picking
    case "textDocument/diagnostic", "textDocument/formatting", "textDocument/rangeFormatting",
      "textDocument/references":
      self = .analysis
    case let method where method.hasPrefix("typeHierarchy/"): self = .lookup
    case "textDocument/prepareTypeHierarchy": self = .lookup
    case "workspace/diagnostic": self = .survey
    case "workspace/textDocumentContent", "workspace/executeCommand", "textDocument/rename":
      self = .notebook
    case let method where method.hasPrefix("commonplace/"): self = .notebook
    case let method where method.hasPrefix("textDocument/"): self = .documents
    default: self = .inbox
    }
  }
}
