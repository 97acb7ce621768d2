import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol

/// A document that is open in the server, with the server's results for it.
struct Editor {
  let client: LanguageClient
  let uri: String
  private let base: JSONValue?
  private var text: String
  private var version = 1
  private var diagnostics: [JSONValue] = []

  init(client: LanguageClient, note: JSONValue) {
    self.client = client
    uri = note["uri"]?.string ?? ""
    base = note["version"]
    text = note["text"]?.string ?? ""
    client.open(uri, text, version: version)
  }

  mutating func type(_ key: String, _ timings: inout Timings, _ screen: inout Screen) throws {
    try edit(text.endIndex..<text.endIndex, key, &timings, &screen)
  }

  /// Applies the server's first fix for the first diagnostic.
  mutating func fix(_ timings: inout Timings, _ screen: inout Screen) throws {
    guard let diagnostic = diagnostics.first, let range = diagnostic["range"] else { return }
    let start = DispatchTime.now()
    let actions = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": range,
        "context": ["diagnostics": [diagnostic], "only": ["quickfix"]],
      ])
    let time = timings.note("fixes", since: start)
    guard let action = actions.array?.first else { return }
    screen.popup([(action["title"]?.string ?? "", "")], time: "fixes \(Timings.shown(time))")
    for change in action["edit"]?["documentChanges"]?.array ?? [] {
      // Applies edits from the end, so that the positions of earlier edits stay valid.
      for edit in change["edits"]?.array?.reversed() ?? [] {
        guard let first = index(edit["range"]?["start"]), let last = index(edit["range"]?["end"])
        else { continue }
        try self.edit(first..<last, edit["newText"]?.string ?? "", &timings, &screen)
      }
    }
  }

  func save(_ timings: inout Timings, _ screen: inout Screen) throws {
    let start = DispatchTime.now()
    let result = try client.request(
      "commonplace/writeNote",
      ["uri": .string(uri), "text": .string(text), "baseVersion": base ?? .null])
    let time = timings.note("save, on disk", since: start)
    let isSaved = result["version"] != nil
    screen.pause((isSaved ? "Saved" : "Not saved") + " in \(Timings.shown(time)).")
  }

  mutating func complete(_ timings: inout Timings, _ screen: inout Screen) throws {
    let position = self.position(of: text.endIndex)
    let start = DispatchTime.now()
    let list = try client.request(
      "textDocument/completion",
      ["textDocument": ["uri": .string(uri)], "position": position.json])
    let time = timings.note("completion", since: start)
    let items = list["items"]?.array ?? []
    let typed = text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    // The client must filter the items by the typed text.
    let matching = items.filter { $0["filterText"]?.string?.hasPrefix(typed) == true }
    screen.popup(
      matching.prefix(5).map { ($0["label"]?.string ?? "", $0["detail"]?.string ?? "") },
      time: "completion \(Timings.shown(time))")
    guard let choice = matching.first?["textEdit"]?["newText"]?.string else { return }
    let beginning = text.index(text.endIndex, offsetBy: -typed.count)
    try edit(beginning..<text.endIndex, choice, &timings, &screen)
  }

  /// Sends a change, requests colors and diagnostics, and waits for them.
  private mutating func edit(
    _ range: Range<String.Index>, _ replacement: String, _ timings: inout Timings,
    _ screen: inout Screen
  ) throws {
    let lspRange = LSPRange(
      start: position(of: range.lowerBound), end: position(of: range.upperBound))
    text.replaceSubrange(range, with: replacement)
    version += 1
    let (client, uri, version) = (client, uri, version)
    let start = DispatchTime.now()
    client.change(uri, version: version, range: lspRange, replacement)
    let request = client.send(
      request: "textDocument/semanticTokens/full", ["textDocument": ["uri": .string(uri)]])
    let reasons = client.send(
      request: "textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])
    let tokens = try client.response(to: request)
    let untilColors = timings.note("key: colors", since: start)
    diagnostics = try client.response(to: reasons)["items"]?.array ?? []
    let untilDiagnostics = timings.note("key: problems", since: start)
    screen.show(
      text: text, tokens: tokens["data"], diagnostics: diagnostics,
      time: "this key: colors \(Timings.shown(untilColors)), "
        + "problems \(Timings.shown(untilDiagnostics))")
  }

  /// Returns nil without a position, or if the text ends before it.
  private func index(_ position: JSONValue?) -> String.Index? {
    guard let line = position?["line"]?.int, let column = position?["character"]?.int else {
      return nil
    }
    var start = text.startIndex
    for _ in 0..<max(0, line) {
      guard let end = text[start...].firstIndex(of: "\n") else { return nil }
      start = text.index(after: end)
    }
    return text.utf16.index(start, offsetBy: column, limitedBy: text.endIndex)
  }

  /// Returns the line and UTF-16 column.
  private func position(of index: String.Index) -> Position {
    let before = text[..<index]
    let line = before.count { $0 == "\n" }
    let column = before.suffix(while: { $0 != "\n" }).utf16.count
    return Position(line: UInt32(clamping: line), character: UInt32(clamping: column))
  }
}

extension Substring {
  fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
    let start = lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex
    return self[start...]
  }
}
