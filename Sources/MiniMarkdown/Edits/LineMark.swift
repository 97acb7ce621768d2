import PackratParsing

/// The marker that makes a line a quote, a list item or a heading. Only this line is examined:
/// if a span continues from the line above, the marker may be plain text.
struct LineMark {
  enum Kind: Equatable {
    case quote, bullet, number
    case heading(level: Int)
  }

  var kind: Kind
  /// The range from the start of the line to its content.
  var range: Range<Int>
  /// The start of the marker itself, after the indent.
  var start: Int

  init?(of line: NoteLine, in snapshot: DocumentSnapshot) {
    let text = snapshot.text(
      in: line.range
        .lowerBound..<min(
          line.range.upperBound,
          line.range.lowerBound + 512))
    let scalars = Array(text.unicodeScalars)
    func end(of isWanted: (Unicode.Scalar) -> Bool, from index: Int) -> Int {
      scalars[index...].firstIndex { !isWanted($0) } ?? scalars.count
    }
    let indent = end(of: \.isMiniMarkdownSpace, from: 0)
    guard indent < scalars.count else { return nil }
    var content: Int
    switch scalars[indent] {
    case ">":
      guard indent <= 3 else { return nil }
      kind = .quote
      content = indent + 1
      if content < scalars.count, scalars[content].isMiniMarkdownSpace { content += 1 }
    case "#":
      let marks = end(of: { $0 == "#" }, from: 0)
      content = end(of: \.isMiniMarkdownSpace, from: marks)
      guard indent == 0, marks <= 6, content > marks else { return nil }
      kind = .heading(level: marks)
    default:
      var marks = indent + 1
      kind = .bullet
      if !"*-+".unicodeScalars.contains(scalars[indent]) {
        marks = end(of: { $0.properties.generalCategory == .decimalNumber }, from: indent)
        guard (1...9).contains(marks - indent), marks < scalars.count,
          scalars[marks] == "." || scalars[marks] == ")"
        else { return nil }
        kind = .number
        marks += 1
      }
      content = end(of: \.isMiniMarkdownSpace, from: marks)
      guard (1...4).contains(content - marks) else { return nil }
    }
    func offset(_ index: Int) -> Int {
      line.range.lowerBound + scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
    }
    range = line.range.lowerBound..<offset(content)
    start = offset(indent)
  }
}
