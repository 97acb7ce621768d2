import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol

/// A document that is edited at its end, and the server's results for it.
struct Editor {
  let client: LanguageClient
  private let uri = "untitled:On-Walking"
  private var text = ""
  private var version = 1

  init(client: LanguageClient) {
    self.client = client
    client.open(uri, "", version: version)
  }

  mutating func type(_ key: String, _ timings: inout Timings, _ screen: inout Screen) throws {
    try edit(text.endIndex..<text.endIndex, key, &timings, &screen)
  }

  mutating func replaceLast(
    _ wrong: String, with right: String, _ timings: inout Timings, _ screen: inout Screen
  ) throws {
    guard var start = text.indices.last(where: { text[$0...].hasPrefix(wrong) }) else { return }
    // Only the difference is edited, as an editor does.
    var (old, new) = (Substring(wrong), Substring(right))
    while let first = old.first, first == new.first {
      (old, new) = (old.dropFirst(), new.dropFirst())
      start = text.index(after: start)
    }
    let end = text.index(start, offsetBy: old.count - commonSuffix(old, new))
    new.removeLast(commonSuffix(old, new))
    try edit(start..<end, String(new), &timings, &screen)
  }

  private func commonSuffix(_ left: Substring, _ right: Substring) -> Int {
    zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
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
    // Filtering is the client's part.
    let matching = items.filter { $0["filterText"]?.string?.hasPrefix(typed) == true }
    screen.popup(
      matching.prefix(5).map { ($0["label"]?.string ?? "", $0["detail"]?.string ?? "") },
      time: "completion \(Timings.shown(time))")
    guard let choice = matching.first?["textEdit"]?["newText"]?.string else { return }
    let beginning = text.index(text.endIndex, offsetBy: -typed.count)
    try edit(beginning..<text.endIndex, choice, &timings, &screen)
  }

  /// One change: sent, and its colours and diagnostics waited for.
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
    // In the order in which they come: the change is older than the request.
    let diagnostics = try client.notification("textDocument/publishDiagnostics") {
      $0["version"]?.int == version
    }
    let untilDiagnostics = timings.note("key: diagnostics", since: start)
    let tokens = try client.response(to: request)
    let untilColours = timings.note("key: colours", since: start)
    screen.show(
      text: text, tokens: tokens["data"], diagnostics: diagnostics["diagnostics"]?.array ?? [],
      time: "this key: diagnostics \(Timings.shown(untilDiagnostics)), "
        + "colours \(Timings.shown(untilColours))")
  }

  /// Line and UTF-16 column.
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
