import JSON
import LanguageServerProtocol

// The client, while a request is handled.
extension RequestContext {
  /// Progress of this request's work, for whatever can take longer than half a second. To be ended.
  func progress(_ title: String) -> WorkDoneProgress {
    WorkDoneProgress(
      client, title: title, token: progressTokens.workDone,
      canAsk: session.client.window.workDoneProgress,
      cancellation: cancellation)
  }

  /// Whether the client takes the result in parts. If it does, the result itself is empty.
  var takesPartialResults: Bool { progressTokens.partialResult != nil }

  /// Sends a part of the result. (LSP 3.17, "Partial Result Progress".)
  func send(partialResult: JSONValue) {
    guard let token = progressTokens.partialResult else { return }
    client.notify("$/progress", ["token": token.json, "value": partialResult] as JSONValue)
  }

  /// Shows a document, where the client can.
  func showDocument(_ uri: String, line: Int? = nil) {
    guard session.client.window.showDocument else { return }
    client.request(
      "window/showDocument",
      ShowDocumentParams(uri: uri, takeFocus: true, selection: line.map { LSPRange(line: $0) })
        .json)
  }
}
