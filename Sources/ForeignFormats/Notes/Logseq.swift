import Base
import Foundation
import FrontMatter
import JSON
import Quoting

extension ForeignFormat {
  static let logseq = ForeignFormat(
    "logseq", "a Logseq graph",
    FolderRules(
      isOne: { $0.hasFolder("pages") && ($0.hasFolder("journals") || $0.hasFolder("logseq")) },
      leftOut: [
        "logseq": "it contains Logseq's settings and copies",
        "bak": "it contains Logseq's copies of notes",
        ".recycle": "it contains files that were deleted in Logseq",
      ], meaningless: ["pages", "journals"], read: { note, _ in Logseq.read(&note) }))
}

/// Reads pages and journals of a Logseq graph: outlines of blocks with properties.
enum Logseq {
  static func read(_ note: inout ForeignNote) {
    note.nameTitle = title(ofName: note.name)
    note.linkedName = note.nameTitle
    if note.folder.last == "journals", let day = day(ofName: note.name) {
      note.nameTitle = day
      note.set("created", .string(day))
    }
    var lines = note.text.lines.map(String.init)[...]
    let properties = pageProperties(&lines)
    var outline = Outline(note: note)
    outline.read(Array(lines))
    note = outline.note
    note.text = [properties.kept.joined(separator: "\n"), outline.text].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
    take(properties.taken, into: &note)
    note.text =
      note.text.changingLines { line in
        !line.hasBytes("#[[")
          ? String(line)
          : String(line).replacing(Forms.tag) {
            "#" + $0.output.1.split(whereSeparator: \.isWhitespace).joined(separator: "-")
          }
      }.withPartedHashtags
  }

  // MARK: Names

  /// Returns the title in the name of a page's file: `___` is a slash, and `%3A` a colon.
  private static func title(ofName name: String) -> String {
    let name = name.replacingBytes(of: "___", with: "/")
    return name.removingPercentEncoding ?? name
  }

  /// Returns the day of a journal from its file name, `2021_05_03` or `2021-05-03`; nil for other
  /// names.
  private static func day(ofName name: String) -> String? {
    let day = name.replacingBytes(of: "_", with: "-")
    return day.utf8.count == 10 && ExchangeDates.json(day) != nil ? day : nil
  }

  // MARK: Properties

  /// Parses a line `key:: value`. The key contains neither spaces nor most punctuation.
  static func property(_ line: some StringProtocol) -> (key: String, value: String)? {
    guard line.hasBytes("::"), let match = String(line).wholeMatch(of: Forms.property) else {
      return nil
    }
    return (match.output.1.lowercased(), (match.output.2.map { String($0) } ?? "").trimmed)
  }

  /// Removes the page's properties from `lines`: its first lines, the first one with or without a
  /// bullet. Returns properties that become fields as `taken`, and other ones as `kept`.
  private static func pageProperties(
    _ lines: inout ArraySlice<String>
  ) -> (taken: [(String, String)], kept: [String]) {
    var taken: [(String, String)] = []
    var kept: [String] = []
    var rest = lines.drop { $0.isBlank }
    while var line = rest.first {
      if taken.isEmpty, kept.isEmpty, line.hasPrefix("- ") { line.removeFirst(2) }
      guard let (key, value) = property(line) else { break }
      if ["title", "tags", "created-at", "updated-at"].contains(key) {
        taken.append((key, value))
      } else {
        kept.append("\(key):: \(value)")
      }
      rest.removeFirst()
      lines = rest
    }
    return (taken, kept)
  }

  private static func take(_ properties: [(String, String)], into note: inout ForeignNote) {
    for (key, value) in properties {
      switch key {
      case "title": note.set("title", .string(value))
      case "tags":
        let tags = value.replacingBytes(of: "[[", with: "").replacingBytes(of: "]]", with: "")
          .split(separator: ",")
        note.add(tags: tags.map { String($0).trimmed })
      default:
        // Milliseconds since 1970.
        guard let time = Int64(value), (0...9_999_999_999_999).contains(time) else {
          note.text = "\(key):: \(value)\n" + note.text
          continue
        }
        let date = Date(timeIntervalSince1970: Double(time / 1000))
        note.set(key == "created-at" ? "created" : "modified", .string(Timestamps.json(date)))
      }
    }
  }
}

extension Logseq {
  /// Converts an outline to the text of a note. Blocks stay list items, except top-level headings
  /// and quotes.
  fileprivate struct Outline {
    var note: ForeignNote
    private(set) var output: [String] = []
    private var isCode = false
    /// The lines of the current quote; nil outside quotes.
    private var quote: [String]?
    private var isMarkedQuote = false

    init(note: ForeignNote) { self.note = note }

    var text: String {
      let text = output.joined(separator: "\n").trimmed
      return text.isEmpty ? "" : text + "\n"
    }

    mutating func read(_ lines: [String]) {
      for line in lines { read(line) }
      endQuote()
    }

    private mutating func read(_ line: String) {
      let indent = line.prefix { $0 == "\t" || $0 == " " }
      let content = line.dropFirst(indent.count)
      if isCode || content.hasPrefix("```") || content.hasPrefix("- ```") {
        if content.hasPrefix("```") || content.hasPrefix("- ```") { isCode.toggle() }
        return output.append(line)
      }
      if content == "-" { return endQuote() }
      let isBlock = content.hasPrefix("- ")
      let body = isBlock ? String(content.dropFirst(2)) : String(content)
      if isBlock { endQuote() }
      if quote != nil { return readQuote(body, line) }
      if beginsQuote(body) { return }
      if !isBlock, isLeftOut(body) { return }
      // The cue of a cloze is its hint: `{{cloze answer \\ cue}}`.
      let text =
        !body.hasBytes("{{cloze")
        ? body
        : body.replacing(Forms.cloze) {
          "?[\(String($0.output.2 ?? "").trimmed)](\(String($0.output.1).trimmed))"
        }
      if isBlock, indent.isEmpty, text.prefixMatch(of: Forms.heading) != nil {
        if output.last?.isEmpty == false { output.append("") }
        output.append(text)
      } else {
        output.append(indent + (isBlock ? "- " : "") + text)
      }
    }

    /// Whether a line is a property that is skipped, since only Logseq or its cards use it. Adds it
    /// to the report.
    private mutating func isLeftOut(_ line: String) -> Bool {
      guard let (key, _) = Logseq.property(line) else { return false }
      let isOwn =
        ["collapsed", "heading", "background-color"].contains(key) || key.hasPrefix("logseq.")
      if isOwn {
        note.leaveOut("“\(key)::” of blocks", "it says how Logseq shows a block")
      } else if key.hasPrefix("card-") {
        note.leaveOut("“\(key)::” of cards", "schedules of other programs are not imported")
      }
      return isOwn || key.hasPrefix("card-")
    }

    // MARK: Quotes

    private mutating func beginsQuote(_ line: String) -> Bool {
      if line.uppercased() == "#+BEGIN_QUOTE" {
        (quote, isMarkedQuote) = ([], true)
      } else if line.hasPrefix("> ") {
        (quote, isMarkedQuote) = ([String(line.dropFirst(2))], false)
      } else {
        return false
      }
      return true
    }

    private mutating func readQuote(_ body: String, _ line: String) {
      if isMarkedQuote, body.uppercased() == "#+END_QUOTE" { return endQuote() }
      if !isMarkedQuote, line.isBlank { return endQuote() }
      quote?.append(body.hasPrefix("> ") ? String(body.dropFirst(2)) : body)
    }

    private mutating func endQuote() {
      guard let lines = quote else { return }
      quote = nil
      if output.last?.isEmpty == false { output.append("") }
      output += ForeignQuote.lines(of: lines)
      output.append("")
    }
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let tag = #/#\[\[([^\]\[]+)\]\]/#
  nonisolated(unsafe) static let property = #/\s*([^\s:,;!?()\[\]{}"`]+)::(?:\s+(.*))?/#
  nonisolated(unsafe) static let cloze = #/\{\{cloze ([^{}()\[\]]+?)(?:\\\\([^{}()\[\]]*))?\}\}/#
  nonisolated(unsafe) static let heading = #/#{1,6} /#
}
