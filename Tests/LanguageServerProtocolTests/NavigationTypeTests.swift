import JSON
import Testing

@testable import LanguageServerProtocol

/// The types of navigation, renaming and hierarchies, in their LSP form.
@Suite struct NavigationTypeTests {
  static let range = LSPRange(
    start: Position(line: 1, character: 2), end: Position(line: 1, character: 4))
  static let rangeJSON: JSONValue = [
    "start": ["line": 1, "character": 2], "end": ["line": 1, "character": 4],
  ]

  @Test func locationLink() {
    let target = Location(uri: "file:///a", range: Self.range)
    #expect(
      LocationLink(from: Self.range, to: target).json == [
        "originSelectionRange": Self.rangeJSON, "targetUri": "file:///a",
        "targetRange": Self.rangeJSON, "targetSelectionRange": Self.rangeJSON,
      ])
    #expect(LocationLink(from: nil, to: target).json["originSelectionRange"] == nil)
  }

  @Test func highlightsAndLinkedRanges() throws {
    let highlight = DocumentHighlight(range: Self.range)
    #expect(highlight.json == ["range": Self.rangeJSON, "kind": 1])
    let linked = LinkedEditingRanges(ranges: [Self.range], wordPattern: "[a-z]")
    #expect(linked.json == ["ranges": [Self.rangeJSON], "wordPattern": "[a-z]"])
  }

  @Test func renaming() throws {
    let params: JSONValue = [
      "textDocument": ["uri": "file:///a"], "position": ["line": 1, "character": 2],
      "newName": "b",
    ]
    #expect(try RenameParams(json: params).newName == "b")
    #expect(throws: JSONDecodingError.self) {
      try RenameParams(json: ["textDocument": ["uri": "a"], "position": [:], "newName": "b"])
    }
    let prepared = PrepareRenameResult(range: Self.range, placeholder: "b")
    #expect(prepared.json == ["range": Self.rangeJSON, "placeholder": "b"])
    #expect(
      ShowMessageRequestParams(type: .warning, message: "m", actions: ["a"]).json
        == ["type": 2, "message": "m", "actions": [["title": "a"]]])
  }

  @Test func hierarchy() throws {
    let item = TypeHierarchyItem(
      name: "#a", kind: .namespace, detail: "1 note",
      location: Location(uri: "file:///a", range: Self.range), data: ["tag": "#a"])
    #expect(
      item.json == [
        "name": "#a", "kind": 3, "detail": "1 note", "uri": "file:///a", "range": Self.rangeJSON,
        "selectionRange": Self.rangeJSON, "data": ["tag": "#a"],
      ])
    #expect(try TypeHierarchyParams(json: ["item": item.json]).item == item)
  }
}
