import FrontMatter
import JSON
import MiniMarkdown
import Notebook

/// A file of another program on its way to a note: its text and fields, which one reader after the
/// other brings nearer to ours.
struct ForeignNote {
  /// The text, with `\n` at the ends of lines.
  var text: String
  var frontMatter: FrontMatter
  /// The file's name, without its ending.
  var name: String
  /// The folders on the way to it, from the imported one.
  var folder: [String] = []
  /// The title that the name says; nil if it says none.
  var nameTitle: String?
  /// The name by which links of other notes find it: the file's, unless the program has its own spelling.
  var linkedName: String?
  /// Whether a file without text is a note with its name.
  var isNamedWhenEmpty = false
  /// Parts of the text that are not taken in.
  var leftOut: [LeftOut] = []

  init(text: String, frontMatter: FrontMatter, name: String, folder: [String]) {
    (self.text, self.frontMatter, self.name, self.folder) = (text, frontMatter, name, folder)
    (nameTitle, linkedName) = (name, name)
  }

  /// Sets a field that is not there yet.
  mutating func set(_ field: String, _ value: JSONValue) {
    if frontMatter.fields[field] == nil { frontMatter.fields[field] = value }
  }

  /// Notes that a part of the text is not taken in.
  mutating func leaveOut(_ part: String, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.part == part }) {
      leftOut[index].count += 1
    } else {
      leftOut.append(LeftOut(part, reason))
    }
  }

  /// Adds the hashtags `names` to those of the front matter.
  mutating func add(tags names: [String]) {
    let there = frontMatter.fields["tags"].flatMap(ForeignFields.hashtags) ?? []
    guard !names.isEmpty else { return }
    frontMatter.fields["tags"] = .array((there + names).map(JSONValue.string))
  }
}

extension FrontMatter {
  /// Adds a line that stays beside the text, because notes have no field for it.
  mutating func keep(_ name: String, _ value: String) {
    let value = String(decoding: JSONValue.string(value).serialized(), as: UTF8.self)
    rest.append("\(name): \(value)")
  }
}

extension ForeignNote {
  /// The title that the name says and `text` does not, whose first heading is of a lower level or not
  /// there; nil if the name was made of its first line. Cost: one parse.
  func missingTitle(of text: String) -> String? {
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

  /// The hashtags that say where the note lay, below `tag`. Returns none without one.
  func placeTags(under tag: String?, in whole: ImportedFolder?) -> [String] {
    guard let tag else { return [] }
    let folders = (whole?.meaningful(folder) ?? folder).map { name in
      name.split { $0.isWhitespace || $0 == "#" || $0 == "/" }.joined(separator: "-")
    }
    return [([HashtagPath.withNumberSign(tag)] + folders).joined(separator: "/")]
  }
}
