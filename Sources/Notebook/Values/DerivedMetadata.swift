import Base
import Books
package import Foundation
import JSON
import KeyValueStore
package import MiniMarkdown

extension JSONObject {
  /// The members of metadata that follow from the text or the book.
  static let derivedMetadata = [
    "title", "tags", "summary", "modifiedTimestamp", "authorLastFirst", "bookSection",
  ]

  /// A note's metadata without the members that follow from others: what users choose.
  var chosenMetadata: JSONObject {
    var chosen = self
    for name in Self.derivedMetadata { chosen[name] = nil }
    return chosen
  }

  /// Makes a note's metadata agree with its text. Fields that are unknown, or right already, stay
  /// as they are and where they are.
  ///
  /// If anything is to be written, the values that the app derives from the book are renewed too,
  /// as the app does with each save; but not for their own sake.
  package mutating func describe(_ content: NoteContent, isEdited: Bool, at now: Date) {
    let before = JSONValue.object(self).serialized()
    setText("title", to: content.title)
    setDate("creationTimestamp", to: self["creationTimestamp"].flatMap(Self.date) ?? now)
    let isDated = self["modifiedTimestamp"].flatMap(Self.date) != nil
    if isEdited || !isDated { setDate("modifiedTimestamp", to: now) }
    setTags(content.hashtags)
    if let summary = content.summary {
      setText("summary", to: summary)
    } else if let summary = self["summary"], summary != .null {
      self["summary"] = nil
    }
    if isEdited || JSONValue.object(self).serialized() != before { describeBook() }
  }

  /// Renews the fields that the app derives from the book.
  package mutating func describeBook() {
    let value = self["book"].flatMap { $0 == .null ? nil : $0 }
    guard let value else {
      setText("bookSection", to: BookSection.wantToRead.rawValue)
      if self["authorLastFirst"] != .null { self["authorLastFirst"] = nil }
      return
    }
    guard let book = try? Book(json: value) else { return }
    setText("bookSection", to: BookSection(book: value).rawValue)
    guard let author = book.authors.first else {
      if self["authorLastFirst"] != .null { self["authorLastFirst"] = nil }
      return
    }
    // The app knows more about names, so that its order of the same words is better than ours.
    let name = AuthorName(author)
    if let stored = self["authorLastFirst"]?.string, name.hasWords(of: stored) { return }
    setText("authorLastFirst", to: name.lastFirst)
  }

  /// Sets a member unless it is the same, byte for byte.
  private mutating func setText(_ name: String, to text: String) {
    if let stored = self[name]?.string, stored.utf8.elementsEqual(text.utf8) { return }
    self[name] = .string(text)
  }

  private mutating func setDate(_ name: String, to date: Date) {
    if let stored = self[name].flatMap(Self.date), stored == date { return }
    self[name] = .string(Timestamps.json(date))
  }

  /// The order of tags has no meaning; the app's is another each time.
  private mutating func setTags(_ tags: [String]) {
    if let stored = self["tags"]?.strings, stored.count == tags.count,
      Set(stored.map { Array($0.utf8) }) == Set(tags.map { Array($0.utf8) })
    {
      return
    }
    self["tags"] = .array(tags.map(JSONValue.string))
  }

  private static func date(_ value: JSONValue) -> Date? {
    value.string.flatMap(Timestamps.date(json:))
  }
}
