import Base
import Foundation
import FrontMatter
import JSON
import NotebookFile
import Quoting

extension ForeignFormat {
  static let orgRoam = ForeignFormat(
    "org-roam", "an org-roam folder",
    FolderRules(
      isOne: { folder in
        let endings = endings(in: folder)
        return endings["org", default: 0] > endings["md", default: 0]
      }))

  /// Returns the number of files per extension, in the folder and its direct subfolders.
  private static func endings(in folder: SandboxedFolder) -> [String: Int] {
    var endings: [String: Int] = [:]
    for name in (try? folder.names().names) ?? [] {
      let inner = folder.hasFolder(name) ? try? folder.folder(name) : nil
      for name in (try? inner?.names().names) ?? [name] {
        endings[FilePath.ending(of: name), default: 0] += 1
      }
    }
    return endings
  }
}

/// Reads Org files as written by org-roam.
///
/// Converts headings, lists, quotes, code, links and emphasis. Properties and keywords of the file
/// become front matter, mostly lines that are stored next to the text.
package struct OrgRoam {
  private var note: ForeignNote
  private var output: [String] = []
  /// Whether only properties and keywords were read so far.
  private var isHead = true
  private var titles: [String] = []
  /// Whether the current drawer is the file's; nil outside drawers.
  private var drawer: Bool?
  private var block: OrgBlock?

  package static func read(_ note: inout ForeignNote) {
    var reader = OrgRoam(note: note)
    let lines = note.text.lines.map(String.init)
    reader.hasTitle = lines.contains { $0.lowercased().hasPrefix("#+title:") }
    for line in lines { reader.read(line) }
    reader.endBlock()
    note = reader.finished()
  }

  private var hasTitle = false

  private init(note: ForeignNote) {
    self.note = note
    let name = note.name.replacing(Forms.timeAtStart, with: "").replacingBytes(of: "_", with: " ")
    self.note.nameTitle = name.isEmpty ? note.name : name
    if let time = note.name.prefixMatch(of: Forms.timeOfName)?.output {
      let date = "\(time.1)-\(time.2)-\(time.3)T\(time.4):\(time.5):\(time.6)"
      self.note.set("created", .string(date))
    }
  }

  private func finished() -> ForeignNote {
    var note = note
    var text = output.joined(separator: "\n").trimmed
    if !text.isEmpty { text += "\n" }
    if !titles.isEmpty { note.set("title", .string(titles.joined(separator: " "))) }
    note.text = text
    return note
  }

  private mutating func read(_ line: String) {
    if let isOfFile = drawer { return readDrawer(line, isOfFile) }
    if block != nil { return readBlock(line) }
    let content = line.trimmed
    if line.isBlank {
      if !isHead { output.append("") }
    } else if content.hasPrefix(":"), content.wholeMatch(of: Forms.drawer) != nil {
      drawer = isHead
    } else if let (key, value) = Self.keyword(content) {
      read(keyword: key, value)
    } else if content == "#" || content.hasPrefix("# ") {
      note.leaveOut("comments", "in a notebook, “# ” begins a heading")
    } else {
      isHead = false
      output.append(heading(line) ?? OrgMarkup.converted(line))
    }
  }

  // MARK: Keywords and drawers

  /// Parses a line `#+key: value`, or the beginning or end of a block.
  static func keyword(_ line: String) -> (key: String, value: String)? {
    guard line.hasPrefix("#+"), let match = line.wholeMatch(of: Forms.keyword) else { return nil }
    return (match.output.1.lowercased(), match.output.2.map { String($0).trimmed } ?? "")
  }

  private mutating func read(keyword key: String, _ value: String) {
    switch key {
    case "title": titles.append(value)
    case "filetags":
      note.add(tags: value.split { $0 == ":" || $0.isWhitespace }.map { String($0) })
    case "date", "created":
      if let time = Self.time(value) {
        note.frontMatter.fields["created"] = .string(time)
      } else {
        note.frontMatter.keep(key, value)
      }
    case _ where key.hasPrefix("begin_"):
      isHead = false
      block = OrgBlock(name: String(key.dropFirst("begin_".count)), argument: value)
    case _ where isHead: note.frontMatter.keep(key, value)
    default:
      let text = value.isEmpty ? key : "\(key): \(value)"
      output.append(OrgMarkup.converted(text))
    }
  }

  /// Returns the local time in a text such as `[2021-05-03 Mon 10:00]`, as `2021-05-03T10:00`; nil
  /// for other texts.
  static func time(_ text: String) -> String? {
    let pattern = Forms.time
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let time = String(match.output.1) + (match.output.2.map { "T\($0)" } ?? "")
    return ExchangeDates.json(time) == nil ? nil : time
  }

  private mutating func readDrawer(_ line: String, _ isOfFile: Bool) {
    let content = line.trimmed
    if content.uppercased() == ":END:" { return drawer = nil }
    guard isOfFile, let match = content.wholeMatch(of: Forms.property) else {
      if !line.isBlank {
        note.leaveOut("lines of drawers below headings", "only whole notes have properties")
      }
      return
    }
    note.frontMatter.keep(String(match.output.1), match.output.2.map { String($0) } ?? "")
  }

  // MARK: Blocks and headings

  private mutating func readBlock(_ line: String) {
    let end = Self.keyword(line.trimmed)?.key
    if let block, end == "end_" + block.name { return endBlock() }
    block?.lines.append(line)
  }

  private mutating func endBlock() {
    guard let block else { return }
    self.block = nil
    output += block.converted
    if !block.isKnown {
      note.leaveOut("markers of “\(block.name)” blocks", "only the text of the block is imported")
    }
  }

  /// Converts a heading, one level deeper if the note has a title, with its tags as hashtags.
  /// Returns nil if `line` is not a heading.
  private mutating func heading(_ line: String) -> String? {
    let stars = line.prefix { $0 == "*" }.count
    guard stars > 0, line.dropFirst(stars).first == " " else { return nil }
    let level = stars + (hasTitle || note.nameTitle != nil ? 1 : 0)
    if level > 6 {
      note.leaveOut("heading levels below the sixth", "notes have only six heading levels")
    }
    var text = String(line.dropFirst(stars)).trimmed
    var tags: [String] = []
    if text.hasSuffix(":"), let match = text.firstMatch(of: Forms.tags) {
      tags = match.output.1.split(separator: ":").map { "#" + $0 }
      text = String(text[..<match.range.lowerBound])
    }
    return String(repeating: "#", count: min(level, 6)) + " "
      + ([OrgMarkup.converted(text)] + tags).joined(separator: " ")
  }
}

struct OrgBlock {
  var name: String
  var argument: String
  var lines: [String] = []

  private var isCode: Bool { ["src", "example"].contains(name) }
  var isKnown: Bool { isCode || name == "quote" }

  var converted: [String] {
    if isCode { return ["```" + (argument.isEmpty ? "" : argument)] + lines + ["```"] }
    let lines = lines.map { OrgMarkup.converted($0) }
    return name == "quote" ? ForeignQuote.lines(of: lines) : lines
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let timeAtStart = #/^(\d{14})-/#
  nonisolated(unsafe) static let timeOfName = #/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(-|$)/#
  nonisolated(unsafe) static let drawer = #/:[A-Za-z_-]+:/#
  nonisolated(unsafe) static let keyword = #/#\+([A-Za-z_-]+):?(?:\s+(.*))?/#
  nonisolated(unsafe) static let time =
    #/[\[<]?(\d{4}-\d\d-\d\d)(?:\s+[^\s\d\]>]+)?(?:\s+(\d\d:\d\d))?[\]>]?/#
  nonisolated(unsafe) static let property = #/:([^\s:]+):(?:\s+(.*))?/#
  nonisolated(unsafe) static let tags = #/\s+:([^\s:]+(?::[^\s:]+)*):$/#
}
