import JSON
import Testing

@testable import LanguageServerProtocol

/// Each value beside the text the protocol's document gives it. What the server sends must be written so, what a
/// client sends must be read from it.
@Suite struct TypeTests {
  let range = LSPRange(
    start: Position(line: 0, character: 4), end: Position(line: 1, character: 0))
  let rangeText =
    #"{"start":{"line":0,"character":4},"end":{"line":1,"character":0}}"#
  var location: Location { Location(uri: "u:1", range: range) }
  var locationText: String { #"{"uri":"u:1","range":\#(rangeText)}"# }
  let document = TextDocumentIdentifier(uri: "u:1")

  func expect<Value: JSONCodable & Equatable>(
    _ value: Value, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expect(written: value, as: text, sourceLocation)
    try expect(read: value, from: text, sourceLocation)
  }

  func expect<Value: JSONEncodable>(
    _ value: Value, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws { expect(written: value, as: text, sourceLocation) }

  func expect<Value: JSONDecodable & Equatable>(
    _ value: Value, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws { try expect(read: value, from: text, sourceLocation) }

  private func expect(
    written value: some JSONEncodable, as text: String, _ sourceLocation: SourceLocation
  ) {
    #expect(
      String(decoding: value.json.serialized(), as: UTF8.self) == text,
      sourceLocation: sourceLocation)
  }

  private func expect<Value: JSONDecodable & Equatable>(
    read value: Value, from text: String, _ sourceLocation: SourceLocation
  ) throws {
    let read = try Value(json: try JSONValue(parsing: Array(text.utf8)))
    #expect(read == value, sourceLocation: sourceLocation)
  }

  @Test func basics() throws {
    try expect(range, is: rangeText)
    try expect(location, is: locationText)
    try expect(
      TextEdit(range: range, newText: "a\n"), is: #"{"range":\#(rangeText),"newText":"a\n"}"#)
    try expect([document, document], is: #"[{"uri":"u:1"},{"uri":"u:1"}]"#)
    try expect(
      TextDocumentPositionParams(textDocument: document, position: range.start),
      is: #"{"textDocument":{"uri":"u:1"},"position":{"line":0,"character":4}}"#)
    try expect(
      Position(line: 7, character: 0x7FFF_FFFF), is: #"{"line":7,"character":2147483647}"#)
  }

  @Test func positionsCompareByLineAndColumn() {
    #expect(range.start < range.end)
    #expect(Position(line: 1, character: 0) < Position(line: 1, character: 1))
    #expect(!(range.end < range.start))
  }

  @Test func synchronization() throws {
    try expect(
      DidOpenTextDocumentParams(
        textDocument: TextDocumentItem(uri: "u:1", languageId: "markdown", version: 1, text: "é")),
      is: #"{"textDocument":{"uri":"u:1","languageId":"markdown","version":1,"text":"é"}}"#)
    try expect(
      DidChangeTextDocumentParams(
        textDocument: VersionedTextDocumentIdentifier(uri: "u:1", version: -2),
        contentChanges: [
          TextDocumentContentChangeEvent(range: range, text: "a"),
          TextDocumentContentChangeEvent(text: "b"),
        ]),
      is: #"{"textDocument":{"uri":"u:1","version":-2},"contentChanges":["#
        + #"{"range":\#(rangeText),"text":"a"},{"text":"b"}]}"#)
    try expect(
      DidCloseTextDocumentParams(textDocument: document), is: #"{"textDocument":{"uri":"u:1"}}"#)
    try expect(
      DidSaveTextDocumentParams(textDocument: document), is: #"{"textDocument":{"uri":"u:1"}}"#)
    try expect(
      DidSaveTextDocumentParams(textDocument: document, text: ""),
      is: #"{"textDocument":{"uri":"u:1"},"text":""}"#)
  }

  @Test func diagnostics() throws {
    try expect(
      Diagnostic(range: range, message: "m"), is: #"{"range":\#(rangeText),"message":"m"}"#)
    let full = Diagnostic(
      range: range, severity: .hint, code: "c", codeDescription: "https://a", source: "s",
      message: "m", tags: [.unnecessary, .deprecated],
      relatedInformation: [DiagnosticRelatedInformation(location: location, message: "r")],
      data: .null)
    let fullText =
      #"{"range":\#(rangeText),"severity":4,"code":"c","codeDescription":{"href":"https://a"},"#
      + #""source":"s","message":"m","tags":[1,2],"#
      + #""relatedInformation":[{"location":\#(locationText),"message":"r"}],"data":null}"#
    try expect(full, is: fullText)
    try expect(
      PublishDiagnosticsParams(uri: "u:1", version: 3, diagnostics: [full]),
      is: #"{"uri":"u:1","version":3,"diagnostics":[\#(fullText)]}"#)
    try expect(
      PublishDiagnosticsParams(uri: "u:1", diagnostics: []), is: #"{"uri":"u:1","diagnostics":[]}"#)
    try expect(
      DocumentDiagnosticParams(textDocument: document, previousResultId: "7"),
      is: #"{"textDocument":{"uri":"u:1"},"previousResultId":"7"}"#)
    try expect(
      DocumentDiagnosticReport.full(resultId: "7", items: [full]),
      is: #"{"kind":"full","resultId":"7","items":[\#(fullText)]}"#)
    try expect(
      DocumentDiagnosticReport.full(resultId: nil, items: []), is: #"{"kind":"full","items":[]}"#)
    try expect(
      DocumentDiagnosticReport.unchanged(resultId: "7"),
      is: #"{"kind":"unchanged","resultId":"7"}"#)
  }

  @Test func codeActions() throws {
    let command = Command(title: "T", command: "c", arguments: [1])
    let commandText = #"{"title":"T","command":"c","arguments":[1]}"#
    try expect(command, is: commandText)
    try expect(Command(title: "T", command: "c"), is: #"{"title":"T","command":"c"}"#)
    #expect(
      CodeAction(command, kind: .quickFix).json
        == ["title": "T", "kind": "quickfix", "command": command.json])
    try expect(
      ExecuteCommandParams(command: "c", arguments: [["a": 1]]),
      is: #"{"command":"c","arguments":[{"a":1}]}"#)
    try expect(
      CodeActionParams(
        textDocument: document, range: range, diagnostics: [], only: [.quickFix]),
      is: #"{"textDocument":{"uri":"u:1"},"range":\#(rangeText),"#
        + #""context":{"diagnostics":[],"only":["quickfix"]}}"#)
  }

  @Test(
    arguments: [
      (nil, true), ([], false), (["quickfix"], true), ([""], true), (["quickfix.a"], false),
      (["refactor", "quickfix"], true), (["quick"], false),
    ] as [([String]?, Bool)])
  func kindsContainThoseBelow(only: [String]?, isWanted: Bool) {
    let params = CodeActionParams(
      textDocument: document, range: range, diagnostics: [], only: only?.map(CodeActionKind.init))
    #expect(params.wants(.quickFix) == isWanted)
  }

  @Test func aDiagnosticOfAnotherServerIsRead() throws {
    let json: JSONValue = [
      "range": range.json, "message": "m", "code": 17, "tags": [1, 99, "x"],
    ]
    #expect(
      try Diagnostic(json: json)
        == Diagnostic(range: range, code: "17", message: "m", tags: [.unnecessary]))
  }

  @Test func completion() throws {
    let members = #""textDocument":{"uri":"u:1"},"position":{"line":0,"character":4}"#
    try expect(
      CompletionParams(textDocument: document, position: range.start), is: "{\(members)}")
    try expect(
      CompletionParams(
        textDocument: document, position: range.start,
        context: CompletionContext(triggerKind: .triggerCharacter, triggerCharacter: "#")),
      is: ##"{\##(members),"context":{"triggerKind":2,"triggerCharacter":"#"}}"##)
    let item = CompletionItem(
      label: "#a", labelDetails: CompletionItemLabelDetails(detail: "d", description: "e"),
      kind: .keyword, detail: "f", documentation: MarkupContent(kind: .markdown, value: "*g*"),
      sortText: "h", filterText: "i", insertTextFormat: .snippet,
      textEdit: TextEdit(range: range, newText: "j"), data: ["k": 1])
    try expect(
      CompletionList(isIncomplete: true, items: [item, CompletionItem(label: "l")]),
      is: ##"{"isIncomplete":true,"items":[{"label":"#a","##
        + #""labelDetails":{"detail":"d","description":"e"},"kind":14,"detail":"f","#
        + #""documentation":{"kind":"markdown","value":"*g*"},"sortText":"h","filterText":"i","#
        + #""insertTextFormat":2,"textEdit":{"range":\#(rangeText),"newText":"j"},"#
        + #""data":{"k":1}},{"label":"l"}]}"#)
  }

  @Test func symbols() throws {
    let child = DocumentSymbol(name: "c", kind: .key, range: range, selectionRange: range)
    let childText =
      #"{"name":"c","kind":20,"range":\#(rangeText),"selectionRange":\#(rangeText)}"#
    try expect(
      DocumentSymbol(
        name: "a", detail: "b", kind: .string, range: range, selectionRange: range,
        children: [child]),
      is: #"{"name":"a","detail":"b","kind":15,"range":\#(rangeText),"#
        + #""selectionRange":\#(rangeText),"children":[\#(childText)]}"#)
    try expect(
      SymbolInformation(name: "a", kind: .file, location: location, containerName: "b"),
      is: #"{"name":"a","kind":1,"location":\#(locationText),"containerName":"b"}"#)
    try expect(
      WorkspaceSymbol(name: "a", kind: .typeParameter, location: location, data: 1),
      is: #"{"name":"a","kind":26,"location":\#(locationText),"data":1}"#)
    try expect(WorkspaceSymbolParams(query: ""), is: #"{"query":""}"#)
  }

  @Test func semanticTokens() throws {
    try expect(
      SemanticTokensLegend(tokenTypes: ["a", "b"], tokenModifiers: ["c"]),
      is: #"{"tokenTypes":["a","b"],"tokenModifiers":["c"]}"#)
    try expect(
      SemanticTokens(resultId: "1", data: [0, 1, 20, .max]),
      is: #"{"resultId":"1","data":[0,1,20,4294967295]}"#)
    try expect(SemanticTokens(data: []), is: #"{"data":[]}"#)
    try expect(
      SemanticTokensDelta(
        resultId: "2",
        edits: [
          SemanticTokensEdit(start: 5, deleteCount: 1, data: [7]),
          SemanticTokensEdit(start: 9, deleteCount: 2),
        ]),
      is: #"{"resultId":"2","edits":[{"start":5,"deleteCount":1,"data":[7]},"#
        + #"{"start":9,"deleteCount":2}]}"#)
    try expect(
      SemanticTokensDeltaResult.full(SemanticTokens(data: [1])), is: #"{"data":[1]}"#)
    try expect(
      SemanticTokensDeltaResult.delta(SemanticTokensDelta(edits: [])), is: #"{"edits":[]}"#)
    try expect(
      SemanticTokensDeltaParams(textDocument: document, previousResultId: "2"),
      is: #"{"textDocument":{"uri":"u:1"},"previousResultId":"2"}"#)
    try expect(
      SemanticTokensRangeParams(textDocument: document, range: range),
      is: #"{"textDocument":{"uri":"u:1"},"range":\#(rangeText)}"#)
  }

  @Test func markup() throws {
    try expect(
      Hover(contents: MarkupContent(kind: .plainText, value: "a"), range: range),
      is: #"{"contents":{"kind":"plaintext","value":"a"},"range":\#(rangeText)}"#)
    #expect(try MarkupContent(json: "a") == MarkupContent(kind: .plainText, value: "a"))
  }

  @Test func controlAndWindow() throws {
    try expect(CancelParams(id: .integer(1)), is: #"{"id":1}"#)
    try expect(CancelParams(id: .string("1")), is: #"{"id":"1"}"#)
    try expect(SetTraceParams(value: .verbose), is: #"{"value":"verbose"}"#)
    try expect(LogMessageParams(type: .log, message: "a"), is: #"{"type":4,"message":"a"}"#)
    try expect(ProgramInfo(name: "a", version: "1"), is: #"{"name":"a","version":"1"}"#)
    try expect(WorkspaceFolder(uri: "u:", name: "a"), is: #"{"uri":"u:","name":"a"}"#)
    try expect(
      InitializeResult(capabilities: ["a": true], serverInfo: ProgramInfo(name: "b")),
      is: #"{"capabilities":{"a":true},"serverInfo":{"name":"b"}}"#)
    try expect(TextDocumentContentParams(uri: "u:1"), is: #"{"uri":"u:1"}"#)
    try expect(TextDocumentContentResult(text: "a"), is: #"{"text":"a"}"#)
    let show = ShowDocumentParams(uri: "u:", takeFocus: true, selection: range)
    #expect(show.json == ["uri": "u:", "takeFocus": true, "selection": range.json])
  }

  @Test func workspaceEditHasThreeForms() {
    var edit = WorkspaceEdit(
      documentChanges: [
        TextDocumentEdit(
          uri: "u:1", version: 3, edits: [TextEdit(range: range, newText: "a")], annotation: "b"),
        TextDocumentEdit(uri: "u:2", version: nil, edits: []),
      ], annotations: ["b": ChangeAnnotation(label: "c", needsConfirmation: true)])
    let edits: JSONValue = [["range": range.json, "newText": "a"]]
    #expect(
      edit.json == [
        "documentChanges": [
          ["textDocument": ["uri": "u:1", "version": 3], "edits": edits],
          ["textDocument": ["uri": "u:2", "version": .null], "edits": []],
        ]
      ])
    edit.form = .plain
    #expect(edit.json == ["changes": ["u:1": edits, "u:2": []]])
    edit.form = .annotated
    let annotated: JSONValue = [["range": range.json, "newText": "a", "annotationId": "b"]]
    #expect(edit.json["documentChanges"]?.array?.first?["edits"] == annotated)
    #expect(
      edit.json["changeAnnotations"] == ["b": ["label": "c", "needsConfirmation": true]])
  }
}
