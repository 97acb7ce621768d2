import Books
package import Foundation
package import JSON
import KeyValueStore
import MiniMarkdown

extension NoteChanges {
  /// Returns the changes that save `text` as the note's text; none if nothing would change.
  ///
  /// A missing note is created. All data that follow from the text are derived by the app's rules;
  /// unknown keys and members stay. Cost: a parse of the text and, if several blocks with prompts
  /// changed, of the old one. `PromptLikeness.mostSteps` limits the comparison of prompts.
  ///
  /// `rewrites` contains prompts whose new text is known. `edit` may change metadata that do not
  /// follow from the text, and returns whether it did.
  package static func saving(
    _ text: String, over stored: NoteValues, rewrites: PromptRewrites = PromptRewrites(),
    at now: Date, edit: (inout JSONObject) -> Bool = { _ in false }
  ) -> NoteChanges {
    let text = text.withLineFeedsOnly
    let content = NoteContent(text: text)
    var changes = saving(text, content, over: stored, at: now, edit: edit)
    changes.setPrompts(of: text, content.promptCollections, rewrites: rewrites)
    return changes
  }

  /// Returns the changes that save `text`, except prompts. `content` must be parsed from `text`,
  /// which must have line feeds only.
  static func saving(
    _ text: String, _ content: NoteContent, over stored: NoteValues, at now: Date,
    edit: (inout JSONObject) -> Bool = { _ in false }
  ) -> NoteChanges {
    var changes = NoteChanges(of: stored)
    let isNew = stored.metadata == nil
    var metadata = stored.metadata ?? JSONObject()
    let isEdited = edit(&metadata)
    let isOther = isNew || !stored.isText(text)
    metadata.describe(content, isEdited: isEdited || isOther, at: now)
    changes.set(".metadata", to: .json(.object(metadata)))
    if isOther { changes.set(".noteText", to: .text(text)) }
    changes.setBookIndex(metadata["book"], isNew: isNew)
    return changes
  }

  private mutating func setBookIndex(_ book: JSONValue?, isNew: Bool) {
    guard let book, book != .null else {
      if isNew, stored[".bookIndex"] == .null { return insertNull(".bookIndex") }
      return set(".bookIndex", to: .null)
    }
    guard let book = try? Book(json: book) else { return }
    set(".bookIndex", to: .text(book.indexedText))
  }
}

extension NoteChanges {
  /// Keeps the modification date, as the app does.
  static func trashing(_ stored: NoteValues) -> NoteChanges {
    var changes = NoteChanges(of: stored)
    guard var metadata = stored.metadata else { return changes }
    metadata["folder"] = .string(NoteSummary.trash)
    changes.set(".metadata", to: .json(.object(metadata)))
    return changes
  }

  /// Keeps a folder other than the trash, which has no meaning.
  static func restoring(_ stored: NoteValues) -> NoteChanges {
    var changes = NoteChanges(of: stored)
    guard var metadata = stored.metadata, metadata["folder"]?.string == NoteSummary.trash else {
      return changes
    }
    metadata["folder"] = nil
    changes.set(".metadata", to: .json(.object(metadata)))
    return changes
  }
}
