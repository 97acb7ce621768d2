import JSON
import Testing

@testable import LanguageServerProtocol

/// The kinds of code actions that clients ask for, as they send them.
@Suite struct CodeActionTypeTests {
  @Test(
    arguments: [
      (#"{}"#, nil, nil), (#"{"diagnostics":[]}"#, nil, nil),
      (#"{"only":[],"triggerKind":1}"#, [], .invoked),
      (#"{"only":["quickfix",""],"triggerKind":2}"#, ["quickfix", ""], .automatic),
      (#"{"triggerKind":3}"#, nil, nil), (#"{"triggerKind":"1"}"#, nil, nil),
    ] as [(String, [String]?, CodeActionTriggerKind?)])
  func contexts(text: String, only: [String]?, trigger: CodeActionTriggerKind?) throws {
    let start = #"{"line":0,"character":0}"#
    let params = try CodeActionParams(
      json: JSONValue(
        parsing: Array(
          #"{"textDocument":{"uri":"u:1"},"range":{"start":\#(start),"end":\#(start)},"context":\#(text)}"#
            .utf8)))
    #expect(params.only?.map(\.rawValue) == only)
    #expect(params.triggerKind == trigger)
  }

  @Test(arguments: [
    ("", "quickfix", true), ("refactor", "refactor.rewrite", true),
    ("refactor", "refactor", true), ("refactor", "refactoring", false),
    ("refactor.rewrite", "refactor", false), ("source.fixAll", "source.fixAll.commonplace", true),
    ("source.fixAll.other", "source.fixAll.commonplace", false),
  ])
  func kindsAreHierarchical(outer: String, inner: String, contains: Bool) {
    #expect(CodeActionKind(outer).contains(CodeActionKind(inner)) == contains)
  }
}
