import LanguageServerProtocol
import Terminal

@testable import LanguageServer

/// Fuzzes `KeyDecoder` with the bytes of a terminal; the first byte determines how they are split.
/// The keys must not depend on the split.
@Sendable func fuzzKeys(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let bytes = Array(input.dropFirst())
  var whole = KeyDecoder()
  let keys = whole.decode(bytes) + whole.flush()
  var pieces = KeyDecoder()
  var other: [Key] = []
  let length = Int(first % 7) + 1
  for start in stride(from: 0, to: bytes.count, by: length) {
    other += pieces.decode(bytes[start..<min(bytes.count, start + length)])
  }
  guard keys == other + pieces.flush() else {
    fatalError("the keys depend on the chunks in which they arrive")
  }
}

/// Fuzzes the output of a note's text on a terminal and in a hover. Control sequences in the text
/// must not reach the terminal, and `<`, backticks and brackets must be escaped in the hover.
@Sendable func fuzzEscaping(_ input: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: input, as: UTF8.self)
  let shown = Line(text, TextStyle(.red)).rendered(.plain)
  guard !shown.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
    fatalError("a control character reaches the terminal")
  }
  var markup = MarkupText()
  markup.add(.plain(text), .strong(text))
  let value = markup.content(for: ["markdown"]).value
  var isEscaped = false
  for scalar in value.unicodeScalars {
    if !isEscaped, "<`[]".unicodeScalars.contains(scalar) { fatalError("a mark is not escaped") }
    isEscaped = scalar == "\\" && !isEscaped
  }
}
