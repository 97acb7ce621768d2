import Base
package import FrontMatter
package import JSON
import MiniMarkdown

/// A file of another program while it is converted to a note: its text and fields, which readers
/// change step by step.
package struct ForeignNote {
  /// The text, with `\n` line ends.
  package var text: String
  package var frontMatter: FrontMatter
  /// The file's name without its extension.
  var name: String
  /// The folders in its path, from the imported folder.
  package var folder: [String] = []
  var nameTitle: String?
  /// The name by which links find the file: the file's name, as the program spells it in links.
  package var linkedName: String?
  /// Whether an empty file becomes a note with its name.
  package var isNamedWhenEmpty = false
  package var leftOut: [LeftOut] = []

  package init(text: String, frontMatter: FrontMatter, name: String, folder: [String]) {
    (self.text, self.frontMatter, self.name, self.folder) = (text, frontMatter, name, folder)
    (nameTitle, linkedName) = (name, name)
  }

  mutating func set(_ field: String, _ value: JSONValue) {
    if frontMatter.fields[field] == nil { frontMatter.fields[field] = value }
  }

  package mutating func leaveOut(_ part: String, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.part == part }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(part, reason))
    }
  }

  mutating func add(tags names: [String]) {
    let there = frontMatter.fields["tags"].flatMap(Self.hashtags) ?? []
    guard !names.isEmpty else { return }
    frontMatter.fields["tags"] = .array((there + names).map(JSONValue.string))
  }
}

extension ForeignNote {
  /// Returns tags with their `#`, from a list or from text with commas or spaces; nil for anything
  /// else.
  package static func hashtags(_ value: JSONValue) -> [String]? {
    guard value != .null else { return nil }
    let names =
      value.array.map { $0.map(\.asText) }
      ?? value.asText?.split { $0 == "," || $0.isWhitespace }.map { String($0) }
    guard let names, !names.contains(nil) else { return nil }
    return names.compactMap { $0?.trimmed }.filter { !$0.isEmpty && $0 != "#" }.map { name in
      let words = name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
      return Hashtag.withNumberSign(words)
    }
  }
}

extension ForeignNote {
  /// Returns different tags with their `#`, from a text with commas: a tag may have spaces.
  static func hashtags(separatedByCommas text: String) -> [String] {
    let names = text.split(separator: ",").map { JSONValue.string(String($0).oneLine) }
    var seen: Set<String> = []
    return (hashtags(.array(names)) ?? []).filter { seen.insert($0).inserted }
  }
}

extension FrontMatter {
  /// Adds a line that is stored next to the text, because notes do not have this field.
  package mutating func keep(_ name: String, _ value: String) {
    let value = String(decoding: JSONValue.string(value).serialized(), as: UTF8.self)
    rest.append("\(name): \(value)")
  }
}

extension ForeignNote {
  /// Returns the title in the file name. Returns nil if there is none, if the first heading in
  /// `text` has level 1, or if the note's title begins with the name. A word joiner before a number
  /// sign prevents hashtags such as `#12`. Cost: one parse.
  package func missingTitle(of text: String) -> String? {
    guard let title = nameTitle, !title.isEmpty else { return nil }
    var heading: String?
    _ = text.changingLines { line in
      if heading == nil, line.prefixMatch(of: Forms.heading) != nil { heading = String(line) }
      return ""
    }
    if let heading, !heading.hasPrefix("##") { return nil }
    let (name, first) = (title.bareLetters, NoteContent(text: text).title.bareLetters)
    if !name.isEmpty, !text.isEmpty, first.hasPrefix(name) { return nil }
    // A number such as `#12` would become a hashtag.
    return title.replacing(Forms.number) { $0.output.1 + "\u{2060}#" }
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let heading = #/#{1,6}\s/#
  nonisolated(unsafe) static let number = #/(^|\s)#(?=\d+(?:\s|$))/#
}
