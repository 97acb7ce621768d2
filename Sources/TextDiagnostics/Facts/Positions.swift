package import LanguageServerProtocol
package import PackratParsing

extension Position {
  package init(_ position: TextPosition) {
    self.init(line: UInt32(clamping: position.line), character: UInt32(clamping: position.column))
  }
}
