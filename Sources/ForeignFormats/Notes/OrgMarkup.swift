import MiniMarkdown
import Quoting

/// Links and emphasis of Org mode within one line.
enum OrgMarkup {
  private static let images: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "heic", "avif", "bmp",
  ]

  static func converted(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while rest.hasBytes("[["),
      let match = rest.firstMatch(of: Forms.link)
    {
      result += emphasis(rest[..<match.range.lowerBound], 0)
      // `?[a](b)` would be a cloze, and `![a](b)` an image.
      let link = link(String(match.output.1), match.output.2.map { String($0) })
      if link.hasPrefix("["), result.last == "?" || result.last == "!" { result += " " }
      result += link
      rest = rest[match.range.upperBound...]
    }
    return result + emphasis(rest, 0)
  }

  private static func link(_ target: String, _ text: String?) -> String {
    let path = target.hasPrefix("file:") ? String(target.dropFirst(5)) : target
    let isFile = path != target || path.hasPrefix("./") || path.hasPrefix("../")
    guard !path.contains(")") else { return text.map { "\($0) (\(target))" } ?? target }
    if isFile, images.contains(FilePath.ending(of: path)) { return Image.text(text ?? "", path) }
    if target.hasPrefix("id:") {
      let id = target.dropFirst(3)
      return text.map { "[[\(id)|\($0.replacingBytes(of: "|", with: " "))]]" } ?? "[[\(id)]]"
    }
    // The linked file becomes a note, too.
    if isFile, FilePath.ending(of: path) == "org" {
      let file = "\(FilePath.stem(of: path)).md"
      return file.contains(" ")
        ? "[\(text ?? FilePath.stem(of: path))](<\(file)>)"
        : "[\(text ?? FilePath.stem(of: path))](\(file))"
    }
    if let text { return "[\(text)](\(isFile ? path : target))" }
    return isFile || target.contains(":") ? target : "[[\(target)]]"
  }

  // MARK: Emphasis

  private static let marks: [Character: String] = ["*": "**", "/": "_", "=": "`", "~": "`"]

  private static let mostDepth = 4

  private static func emphasis(_ text: Substring, _ depth: Int) -> String {
    guard depth < mostDepth, text.contains(where: { marks[$0] != nil }) else {
      return String(text)
    }
    var result = ""
    var index = text.startIndex
    // An unclosed delimiter is searched for only once.
    var unclosed: Set<Character> = []
    while index < text.endIndex {
      let mark = text[index]
      if let ours = marks[mark], !unclosed.contains(mark), opens(text, at: index) {
        if let end = end(of: mark, in: text, after: index) {
          let content = text[text.index(after: index)..<end]
          if ours != "`" || !content.contains("`") {
            result += ours + (ours == "`" ? String(content) : emphasis(content, depth + 1)) + ours
            index = text.index(after: end)
            continue
          }
        } else {
          unclosed.insert(mark)
        }
      }
      result.append(mark)
      index = text.index(after: index)
    }
    return result
  }

  /// Whether the delimiter at `index` can open: after white space or punctuation, and before a
  /// character that is neither white space nor the same delimiter.
  private static func opens(_ text: Substring, at index: Substring.Index) -> Bool {
    let before = index > text.startIndex ? text[text.index(before: index)] : " "
    let next = text.index(after: index)
    guard next < text.endIndex, !text[next].isWhitespace, text[next] != text[index] else {
      return false
    }
    return before.isWhitespace || "-('\"{".contains(before)
  }

  /// Returns the end of the span opened at `start`: after a character that is not white space, and
  /// before white space, punctuation or the end. Returns nil if there is none.
  private static func end(
    of mark: Character, in text: Substring, after start: Substring.Index
  ) -> Substring.Index? {
    // `opens` has checked the character after the delimiter.
    var index = text.index(start, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
    while index < text.endIndex {
      if text[index] == mark, !text[text.index(before: index)].isWhitespace {
        let next = text.index(after: index)
        if next == text.endIndex || text[next].isWhitespace || "-.,:!?;'\")}[".contains(text[next])
        {
          return index
        }
      }
      index = text.index(after: index)
    }
    return nil
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let link = #/\[\[([^\]\[]+)\](?:\[([^\]\[]+)\])?\]/#
}
