import MiniMarkdown

package struct TagChange: Sendable {
  package var added: [HashtagPath]
  /// The hashtags to remove, ignoring case; hashtags below them stay.
  package var removed: [HashtagPath]

  package init(adding added: [HashtagPath], removing removed: [HashtagPath]) {
    (self.added, self.removed) = (added, removed)
  }

  package struct Outcome: Sendable, Equatable {
    package var text: String
    package var added: [String] = []
    /// The hashtags to add that were already in the text, as written in the text.
    package var present: [String] = []
    /// The hashtags that were removed, as written in the text, with their numbers of occurrences.
    package var removed: [Removed] = []
    package var absent: [String] = []
    /// Whether the text has exactly the intended hashtags. If a marker next to a hashtag prevents
    /// this, the text must not be saved.
    package var isFaithful = true

    package var isUnchanged: Bool { added.isEmpty && removed.isEmpty }
  }

  package struct Removed: Sendable, Equatable {
    package var tag: String
    package var occurrences: Int

    package init(tag: String, occurrences: Int) {
      (self.tag, self.occurrences) = (tag, occurrences)
    }
  }

  /// Returns `text` with changed hashtags, and a report of the changes.
  ///
  /// Adds hashtags to the last line that consists only of hashtags or, without one, as a new
  /// paragraph at the end. With a hashtag, removes the space before it or, at the start of a line,
  /// the space after it. Removes a line that becomes blank. Cost: a few parses of the text.
  package func applied(to text: String) -> Outcome {
    let former = Hashtag.all(in: text).map { HashtagPath($0.text) }
    var outcome = Outcome(text: text)
    for tag in added {
      if let present = former.first(where: { $0 == tag }) {
        if !outcome.present.contains(present.tag) { outcome.present.append(present.tag) }
      } else if !outcome.added.contains(where: { HashtagPath($0) == tag }) {
        outcome.added.append(tag.tag)
      }
    }
    for (index, tag) in removed.enumerated() where !removed[..<index].contains(tag) {
      let occurrences = former.filter { $0 == tag }
      if let first = occurrences.first {
        outcome.removed.append(Removed(tag: first.tag, occurrences: occurrences.count))
      } else {
        outcome.absent.append(tag.tag)
      }
    }
    guard !outcome.isUnchanged else { return outcome }
    outcome.text = Self.adding(outcome.added, to: outcome.text)
    outcome.text = removing(from: outcome.text)
    let wanted = former.filter { !removed.contains($0) }.map(\.tag) + outcome.added
    let hashtags = Hashtag.all(in: outcome.text).map(\.text)
    outcome.isFaithful = hashtags.sorted() == wanted.sorted()
    return outcome
  }

  private static func adding(_ tags: [String], to text: String) -> String {
    guard !tags.isEmpty else { return text }
    let tags = tags.joined(separator: " ")
    var lines = TaggedLine.all(in: text)
    guard let last = lines.lastIndex(where: { $0.isOnlyHashtags }) else {
      return NoteText.appending(tags, to: text)
    }
    lines[last].bytes = lines[last].bytes.withoutSpaceAtEnd + Array(" \(tags)".utf8)
    return TaggedLine.text(of: lines)
  }

  private func removing(from text: String) -> String {
    guard !removed.isEmpty else { return text }
    var kept: [TaggedLine] = []
    var isAfterRemovedLine = false
    for line in TaggedLine.all(in: text) {
      if let rest = line.removing(where: { removed.contains(HashtagPath($0)) }) {
        isAfterRemovedLine = rest.isBlank
        if !rest.isBlank { kept.append(rest) }
        continue
      }
      // Keeps only one of the blank lines around a removed line.
      if isAfterRemovedLine, line.isBlank {
        guard let last = kept.last else { continue }
        if last.isBlank { kept.removeLast() }
      }
      isAfterRemovedLine = false
      kept.append(line)
    }
    return TaggedLine.text(of: kept)
  }
}

/// A line of a text, without its line feed, with the hashtags in it.
private struct TaggedLine {
  var bytes: [UInt8]
  /// The ranges of the hashtags, in UTF-8 bytes from the start of the line, in order.
  var hashtags: [Range<Int>] = []

  /// Returns the lines of a text; the last is empty if the text ends in a line feed.
  static func all(in text: String) -> [TaggedLine] {
    var hashtags = Hashtag.all(in: text)[...]
    var start = 0
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      var line = TaggedLine(bytes: Array($0))
      let end = start + line.bytes.count
      while let hashtag = hashtags.first, hashtag.range.lowerBound < end {
        let range = (hashtag.range.lowerBound - start)..<(hashtag.range.upperBound - start)
        line.hashtags.append(range.clamped(to: 0..<line.bytes.count))
        hashtags.removeFirst()
      }
      start = end + 1
      return line
    }
  }

  static func text(of lines: [TaggedLine]) -> String {
    String(
      decoding: Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }

  var isBlank: Bool { bytes.allSatisfy(\.isSpace) }

  var isOnlyHashtags: Bool { removing(where: { _ in true })?.isBlank ?? false }

  /// Returns the line without the hashtags that `isRemoved` accepts; nil if it accepts none of
  /// them.
  func removing(where isRemoved: (String) -> Bool) -> TaggedLine? {
    var rest: [UInt8] = []
    var reached = 0
    for range in hashtags
    where isRemoved(String(decoding: bytes[range], as: UTF8.self)) && range.lowerBound >= reached {
      rest = (rest + bytes[reached..<range.lowerBound]).withoutSpaceAtEnd
      reached = range.upperBound
      if rest.isEmpty {
        reached = bytes[reached...].firstIndex { !$0.isSpace } ?? bytes.count
      }
    }
    return reached == 0 ? nil : TaggedLine(bytes: rest + bytes[reached...])
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || 0x09...0x0D ~= self }
}

extension [UInt8] {
  fileprivate var withoutSpaceAtEnd: [UInt8] {
    Array(prefix(lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0))
  }
}
