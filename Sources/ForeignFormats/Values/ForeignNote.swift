import Base
package import FrontMatter
package import JSON
import MiniMarkdown

/// A file of another program on its way to a note: its text and fields, which one reader after the
/// other brings nearer to ours.
package struct ForeignNote {
  /// The text, with `\n` at the ends of lines.
  package var text: String
  package var frontMatter: FrontMatter
  /// The file's name, without its ending.
  var name: String
  /// The folders on the way to it, from the imported one.
  package var folder: [String] = []
  /// The title that the name says; nil if it says none.
  var nameTitle: String?
  /// The name by which links of other notes find it: the file's, unless the program has its own spelling.
  package var linkedName: String?
  /// Whether a file without text is a note with its name.
  package var isNamedWhenEmpty = false
  /// Parts of the text that are not taken in.
  package var leftOut: [LeftOut] = []

  package init(text: String, frontMatter: FrontMatter, name: String, folder: [String]) {
    (self.text, self.frontMatter, self.name, self.folder) = (text, frontMatter, name, folder)
    (nameTitle, linkedName) = (name, name)
  }

  /// Sets a field that is not there yet.
  mutating func set(_ field: String, _ value: JSONValue) {
    if frontMatter.fields[field] == nil { frontMatter.fields[field] = value }
  }

  /// Notes that a part of the text is not taken in.
  package mutating func leaveOut(_ part: String, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.part == part }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(part, reason))
    }
  }

  /// Adds the hashtags `names` to those of the front matter.
  mutating func add(tags names: [String]) {
    let there = frontMatter.fields["tags"].flatMap(Self.hashtags) ?? []
    guard !names.isEmpty else { return }
    frontMatter.fields["tags"] = .array((there + names).map(JSONValue.string))
  }
}

extension ForeignNote {
  /// Tags with their `#`, from a list or from one text with commas or spaces; nil for anything else.
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

extension FrontMatter {
  /// Adds a line that stays beside the text, because notes have no field for it.
  package mutating func keep(_ name: String, _ value: String) {
    let value = String(decoding: JSONValue.string(value).serialized(), as: UTF8.self)
    rest.append("\(name): \(value)")
  }
}

extension ForeignNote {
  /// The title that the name says and `text` does not, whose first heading is of a lower level or not
  /// there; nil if the name was made of its first line. Cost: one parse.
  package func missingTitle(of text: String) -> String? {
    guard let title = nameTitle, !title.isEmpty else { return nil }
    var heading: String?
    _ = text.changingLines { line in
      if heading == nil, line.prefixMatch(of: #/#{1,6}\s/#) != nil { heading = String(line) }
      return ""
    }
    if let heading, !heading.hasPrefix("##") { return nil }
    let (name, first) = (title.bareLetters, NoteContent(text: text).title.bareLetters)
    return !name.isEmpty && !text.isEmpty && first.hasPrefix(name) ? nil : title
  }
}
