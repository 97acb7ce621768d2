package import PackratParsing

/// A heading: `#` to `######`, white space, and the rest of the line.
package struct Heading: Sendable {
  package let syntax: Syntax
  package let level: Int

  package init?(_ syntax: Syntax) {
    guard syntax.kind == .header, let delimiter = syntax.child(.delimiter) else { return nil }
    self.syntax = syntax
    level = delimiter.range.count
  }

  /// Everything after the first scalar of white space after the marker, line end included.
  var rawTitle: String {
    guard let tab = syntax.child(.tab) else { return "" }
    let rest = syntax.document.text(in: tab.range.lowerBound..<syntax.range.upperBound)
    return String(rest.unicodeScalars.dropFirst())
  }

  /// The title without white space or line end around it.
  package var title: String { rawTitle.trimmed }
}
