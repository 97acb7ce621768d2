import DisplayWidth
import MiniMarkdown
import Notebook

/// The notes around a note as a drawing of two columns, readable on a small screen. Notes that link
/// to it are above, all others below. Links are in the order of the lists.
struct NoteMap {
  private let note: NoteSummary
  private let groups: [Neighborhood.Group]

  init(_ note: NoteSummary, _ around: Neighborhood) { (self.note, groups) = (note, around.groups) }

  // Units of the drawing. On a screen of 320 pixels, a unit is almost one pixel.
  private static let (width, nodeWidth, nodeHeight, pitch) = (320, 146, 48, 56)
  /// The horizontal position of the lines between the columns.
  private static let middle = 160
  private static let (labelHeight, gap) = (24, 14)

  private struct Node {
    var note: NoteSummary
    var kind: Neighborhood.Kind
    var isLeft: Bool
    var y: Int

    var x: Int { isLeft ? 0 : NoteMap.width - NoteMap.nodeWidth }
    /// The horizontal position at which the line to the node ends.
    var edge: Int { isLeft ? NoteMap.nodeWidth : NoteMap.width - NoteMap.nodeWidth }
    var center: Int { y + NoteMap.nodeHeight / 2 }
    var isAbove: Bool { kind == .pointing || kind == .both }
  }

  var svg: HTML {
    var y = 0
    var (labels, above, below): ([(String, Int)], [Node], [Node]) = ([], [], [])
    func put(_ group: Neighborhood.Group) -> [Node] {
      labels.append((group.kind.label, y + 16))
      y += Self.labelHeight
      defer { y += (group.notes.count + 1) / 2 * Self.pitch }
      return group.notes.enumerated().map { number, note in
        Node(
          note: note, kind: group.kind, isLeft: number.isMultiple(of: 2),
          y: y + number / 2 * Self.pitch)
      }
    }
    for group in groups where group.kind == .pointing || group.kind == .both {
      above += put(group)
    }
    let top = above.isEmpty ? y : y + Self.gap
    y = top + Self.nodeHeight + Self.gap
    for group in groups where group.kind != .pointing && group.kind != .both {
      below += put(group)
    }
    let height = y
    return HTML(
      .svg, .class("map"), .set(.role, "group"),
      .set(
        .ariaLabel,
        "Map of the notes around \(Words.short(note.title, 300)), followed by lists of these notes"),
      .set(.viewBox, "0 0 \(Self.width) \(height)"), .set(.width, Self.width),
      .set(.height, height)
    ) {
      HTML(.g, .set(.ariaHidden, "true")) {
        for node in above + below { Self.lines(node, top: top) }
        if !above.isEmpty { Self.tip(Self.middle, top, 0, -1) }
      }
      for node in above { Self.link(node.note, node.x, node.y, Self.nodeWidth, columns: 21) }
      HTML(.g, .class("here")) {
        Self.link(note, 30, top, Self.width - 60, columns: 38)
      }
      for node in below { Self.link(node.note, node.x, node.y, Self.nodeWidth, columns: 21) }
      HTML(.g, .set(.ariaHidden, "true")) {
        for (label, y) in labels {
          HTML(.text, .class("label"), .set(.x, 2), .set(.y, y)) { label }
        }
      }
    }
  }

  /// Returns the line from a node to the central note, whose top is `top`. The line has an
  /// arrowhead at the node if the central note links to it.
  private static func lines(_ node: Node, top: Int) -> HTML {
    let bend = node.center + (node.isAbove ? 12 : -12)
    let end = node.isAbove ? top : top + nodeHeight
    let isNear = node.kind == .sameBook || node.kind == .sameTags
    return HTML(
      .path, .class(isNear ? "near" : "far"),
      .set(.d, "M\(node.edge) \(node.center)Q\(middle) \(node.center) \(middle) \(bend)V\(end)")
    )
      + (node.kind == .both || node.kind == .pointedAt
        ? tip(node.edge, node.center, node.isLeft ? 1 : -1, 0) : HTML())
  }

  /// Returns an arrowhead at a point; `dx` and `dy` are the direction of its shaft.
  private static func tip(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> HTML {
    let (backX, backY) = (x + 8 * dx, y + 8 * dy)
    return HTML(
      .path, .class("tip"),
      .set(
        .d,
        "M\(x) \(y)L\(backX + 4 * dy) \(backY + 4 * dx)L\(backX - 4 * dy) \(backY - 4 * dx)Z"))
  }

  /// Wide letters are clipped at the edge of the note.
  private static func link(
    _ note: NoteSummary, _ x: Int, _ y: Int, _ width: Int, columns: Int
  ) -> HTML {
    var lines = QuotePicture.wrapped(Words.short(note.title, 200), columns: columns, most: 50)
    if lines.count > 2 { lines = [lines.first ?? "", (lines.dropFirst().first ?? "") + "…"] }
    let first = lines.count > 1 ? 20 : 29
    return HTML(
      .a, .href(HTML.Address("note", note.id)), .set(.ariaLabel, Words.short(note.title, 300))
    ) {
      HTML(.svg, .set(.x, x), .set(.y, y), .set(.width, width), .set(.height, nodeHeight)) {
        HTML(
          .rect, .set(.x, 2), .set(.y, 2), .set(.width, width - 4), .set(.height, nodeHeight - 4),
          .set(.rx, 5))
        for (number, line) in lines.enumerated() {
          HTML(
            .text, .set(.x, width / 2), .set(.y, first + 17 * number), .set(.textAnchor, "middle")
          ) { line }
        }
      }
    }
  }
}
