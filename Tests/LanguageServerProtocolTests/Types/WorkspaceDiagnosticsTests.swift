import JSON
import Testing

@testable import LanguageServerProtocol

/// Each value beside its JSON.
@Suite struct WorkspaceDiagnosticsTests {
  @Test func params() throws {
    try TypeTests().expect(
      WorkspaceDiagnosticParams(previousResultIds: [PreviousResultId(uri: "u:1", value: "a")]),
      is: #"{"previousResultIds":[{"uri":"u:1","value":"a"}]}"#)
    #expect(try WorkspaceDiagnosticParams(json: [:]).previousResultIds.isEmpty)
  }

  @Test func reports() throws {
    try TypeTests().expect(
      WorkspaceDiagnosticReport(items: [
        WorkspaceDocumentDiagnosticReport(
          uri: "u:1", version: 3, report: .full(resultId: "a", items: [])),
        WorkspaceDocumentDiagnosticReport(
          uri: "u:2", version: nil, report: .unchanged(resultId: "b")),
      ]),
      is: #"{"items":[{"kind":"full","resultId":"a","items":[],"uri":"u:1","version":3},"#
        + #"{"kind":"unchanged","resultId":"b","uri":"u:2","version":null}]}"#)
  }

  @Test func tagsThatTheClientShows() {
    let capabilities = ClientCapabilities(json: [
      "textDocument": ["publishDiagnostics": ["tagSupport": ["valueSet": [1, 2, 99]]]]
    ])
    #expect(capabilities.textDocument.publishDiagnostics.tags == [.unnecessary, .deprecated])
  }
}
