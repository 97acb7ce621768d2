import Base
import Books
package import Foundation
import JSON
import KeyValueStore
package import MiniMarkdown

extension JSONObject {
  /// The members of metadata that users do not choose.
  static let derivedMetadata = [
    "title", "tags", "summary", "modifiedTimestamp", "authorLastFirst", "bookSection",
  ]

  var chosenMetadata: JSONObject {
    var chosen = self
    for name in Self.derivedMetadata { chosen[name] = nil }
    return chosen
  }

  /// Updates a note's metadata to match its text. Members that are unknown, or already correct,
  /// keep their values and positions.
  ///
  /// If anything changes, or with `isEdited`, also updates the values derived from the book, as the
  /// app does with each save.
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
    // The app handles more kinds of names, so its order of the same words is better than ours.
    let name = AuthorName(author)
    if let stored = self["authorLastFirst"]?.string, name.hasWords(of: stored) { return }
    setText("authorLastFirst", to: name.lastFirst)
  }

  /// Sets a member unless it is already equal, byte for byte.
  private mutating func setText(_ name: String, to text: String) {
    if let stored = self[name]?.string, stored.utf8.elementsEqual(text.utf8) { return }
    self[name] = .string(text)
  }

  private mutating func setDate(_ name: String, to date: Date) {
    if let stored = self[name].flatMap(Self.date), stored == date { return }
    self[name] = .string(Timestamps.json(date))
  }

  /// Sets the tags, unless they are equal in another order: the app's order differs each time.
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
