import MiniMarkdown
import PackratParsing

/// Fuzzes the parser with edit scripts: a text, a byte 0xFF, and up to 32 edits. An edit has two
/// bytes of offset, one of length, one of the replacement's length, and the replacement. After each
/// edit, the document must equal a fresh parse.
func fuzzParser(_ input: UnsafeBufferPointer<UInt8>) {
  let textEnd = input.firstIndex(of: 0xFF) ?? input.count
  var document = MiniMarkdownDocument(decoding: input[..<textEnd])
  var rest = input[min(textEnd + 1, input.count)...]
  var edits = 0
  while rest.count >= 4, edits < 32 {
    let bytes = Array(rest.prefix(4)).map(Int.init)
    rest = rest.dropFirst(4)
    let replacement = rest.prefix(bytes[3] % 16)
    rest = rest.dropFirst(replacement.count)
    let length = document.snapshot.count
    let offset = (bytes[0] << 8 | bytes[1]) % (length + 1)
    document.replace(
      offset..<min(length, offset + bytes[2] % 32),
      with: String(decoding: replacement, as: UTF8.self))
    let fresh = MiniMarkdownDocument(document.snapshot.text)
    guard isEqual(document.snapshot, fresh.snapshot) else {
      fatalError("the tree differs from a fresh parse")
    }
    edits += 1
  }
}

private func isEqual(_ left: DocumentSnapshot, _ right: DocumentSnapshot) -> Bool {
  left.dump(grammar: MiniMarkdownGrammar.self) == right.dump(grammar: MiniMarkdownGrammar.self)
    && left.diagnostics() == right.diagnostics()
    && left.blocks.map(\.highlights) == right.blocks.map(\.highlights)
    && left.lineCount == right.lineCount
}
