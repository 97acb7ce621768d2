import Base
package import Foundation
package import NotebookFile

/// The texts of a note in conflict, as every client lists them, and the words that select one.
package struct ConflictList: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// The number from 1. Number 1 is the text that readers see.
    package var number: Int
    /// The device's name, or “this machine”. If several sides have the same name, the start of the
    /// author's id follows it.
    package var name: String
    /// The name and the local time, as in `phone, 2026-11-21 18:30:05`. For equal texts, up to five
    /// differing values follow, as in `; stars: 5`.
    package var title: String
    /// The words that select this text: `shown` or `other`, its number, its name if that is not
    /// such a word.
    package var words: [String]
    /// A line of the list, as in `1. phone, 2026-11-21 18:30:05 (shown)`.
    package var line: String
  }

  package var entries: [Entry]
  private static let mostFacts = 5
  /// The versions of the texts, in the order of the entries.
  package var versions: [String]

  package init<Failure: Error>(
    _ conflict: NoteConflict, isOwn: (NoteConflict.Side) throws(Failure) -> Bool
  ) throws(Failure) {
    var names: [String] = []
    for side in conflict.sides {
      names.append(try isOwn(side) ? "this machine" : side.author.deviceName)
    }
    entries = []
    for (index, (side, name)) in zip(conflict.sides, names).enumerated() {
      let isAlone = names.count { $0 == name } == 1
      let unique = isAlone ? name : "\(name) [\(side.version.prefix(8))]"
      let state =
        side.text != nil ? "" : side.isTextLost ? ", text not on this machine" : ", deleted"
      entries.append(
        Entry(
          number: index + 1, of: conflict.sides.count, name: unique,
          title: (["\(unique), \(side.written.localTime())\(state)"]
            + side.facts.prefix(Self.mostFacts))
            .joined(separator: "; ")))
    }
    versions = conflict.sides.map(\.version)
  }

  /// Returns two entries: the stored text, and the text in an editor's buffer that could not be
  /// saved over it. In `stored`, `writer` is the author of the stored text, nil for this machine.
  /// `stored` is nil if neither is known.
  package static func refused(stored: (writer: String?, written: Date)?) -> [Entry] {
    let name = stored.map { $0.writer?.deviceName ?? "this machine" } ?? "the notebook"
    let title = stored.map { "\(name), \($0.written.localTime())" } ?? name
    return [
      Entry(number: 1, of: 2, name: name, title: title),
      Entry(number: 2, of: 2, name: buffer, title: buffer),
    ]
  }

  package static let buffer = "the text in this buffer"

  /// Returns the choice that `word` means. `shown` contains the versions that the user was shown,
  /// in the order of their numbers; nil for the versions of this list. Names always mean this list.
  /// Throws `UnknownSide` if `word` is not `both` and does not select exactly one text.
  package func choice(
    _ word: String, shown: [String]? = nil
  ) throws(UnknownSide) -> ConflictChoice {
    let versions = shown ?? self.versions
    switch word {
    case "both": return .both
    case "shown": return try side(0, in: versions)
    case "other":
      guard versions.count == 2 else { throw UnknownSide(word: word, count: versions.count) }
      return try side(1, in: versions)
    default:
      if let number = Entry.number(word) { return try side(number - 1, in: versions) }
      let named = entries.indices.filter { entries[$0].name == word }
      guard let index = named.first, named.count == 1 else {
        throw UnknownSide(word: word, isName: true, count: versions.count)
      }
      return try side(index, in: self.versions)
    }
  }

  private func side(_ index: Int, in versions: [String]) throws(UnknownSide) -> ConflictChoice {
    guard versions.indices.contains(index) else {
      throw UnknownSide(word: "\(index + 1)", count: versions.count)
    }
    return .side(version: versions[index])
  }
}

extension ConflictList.Entry {
  fileprivate init(number: Int, of count: Int, name: String, title: String) {
    let role = number == 1 ? "shown" : count == 2 ? "other" : nil
    // A name such as `both` or a number has another meaning, so it does not select its text.
    let isWord = ["shown", "other", "both"].contains(name) || Self.number(name) != nil
    self.init(
      number: number, name: name, title: title,
      words: [role, "\(number)", isWord ? nil : name].compactMap(\.self),
      line: "\(number). \(title)\(role.map { " (\($0))" } ?? "")")
  }

  fileprivate static func number(_ word: String) -> Int? {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
  }
}

package struct UnknownSide: Error, Equatable {
  package var word: String
  /// Whether the word can only be a device's name, because it is neither a number nor a word with a
  /// fixed meaning.
  package var isName = false
  package var count: Int
  package var problem: String { "“\(word)” does not select one of the \(count) texts" }
  /// Returns a phrase that lists the words that select a text. `more` is a further choice.
  package func advice(or more: String? = nil) -> String {
    let words = ["shown", count == 2 ? "other" : nil, "both", "a number up to \(count)"]
    let all = (words + [more == nil ? nil : "a device's name"]).compactMap(\.self)
    return "use \(all.joined(separator: ", ")) or \(more ?? "a device's name")"
  }
}

extension Notebook.Conflicts {
  package func list(_ conflict: NoteConflict) throws(NotebookError) -> ConflictList {
    try ConflictList(conflict) { (side) throws(NotebookError) in try isOwn(side) }
  }

  /// Returns the lists by the notes' ids. Cost: linear in the notebook's keys.
  package func lists() throws(NotebookError) -> [String: ConflictList] {
    var lists: [String: ConflictList] = [:]
    for conflict in try all() { lists[conflict.note] = try list(conflict) }
    return lists
  }
}

extension String {
  /// An author's name as the name of a device in a list: on one line, at most 60 characters;
  /// “another device” if it is empty.
  package var deviceName: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.isControl || scalar.isLineSeparator || scalar.turnsDirection ? " " : scalar
    }
    let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    return name.isEmpty ? "another device" : String(name.prefix(60))
  }
}

extension Date {
  /// Returns the local time, as in `2026-11-21 18:30:05`; with `milliseconds`, three more digits
  /// follow.
  package func localTime(milliseconds: Bool = false) -> String {
    let style = Date.ISO8601FormatStyle(
      dateTimeSeparator: .space, includingFractionalSeconds: milliseconds, timeZone: .current)
    let format = style.year().month().day().time(includingFractionalSeconds: milliseconds)
    return (milliseconds ? addingTimeInterval(0.0005) : self).formatted(format)
  }
}
