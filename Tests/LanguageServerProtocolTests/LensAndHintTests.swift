import JSON
import Testing

@testable import LanguageServerProtocol

@Suite struct LensAndHintTests {
  private let types = TypeTests()

  @Test func lenses() throws {
    try types.expect(
      CodeLens(range: types.range, command: Command(title: "Due", command: "")),
      is: #"{"range":\#(types.rangeText),"command":{"title":"Due","command":""}}"#)
    try types.expect(
      CodeLens(range: types.range, data: 1), is: #"{"range":\#(types.rangeText),"data":1}"#)
  }

  @Test func hints() throws {
    try types.expect(
      InlayHintParams(textDocument: types.document, range: types.range),
      is: #"{"textDocument":{"uri":"u:1"},"range":\#(types.rangeText)}"#)
    try types.expect(
      InlayHint(position: types.range.start, label: "due", paddingLeft: true),
      is: #"{"position":{"line":0,"character":4},"label":"due","paddingLeft":true}"#)
    try types.expect(
      InlayHint(position: types.range.start, label: "due"),
      is: #"{"position":{"line":0,"character":4},"label":"due"}"#)
  }
}
