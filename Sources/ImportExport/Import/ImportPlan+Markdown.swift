import Base
import Foundation
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook

extension ImportPlan {
  /// Merges the user's changes in a Markdown file. `baseCover` contains the versions of the cover
  /// as exported.
  mutating func merge(_ markdown: IncomingMarkdown, baseCover: [IncomingVersion]?) {
    let isMade = note.metadata == nil
    // Without a base, a note whose modification time is that of the file is treated as the base.
    let isUnmodified =
      isMade
      || markdown.base == nil
        && markdown.frontMatter.fields["modified"] != nil
        && markdown.frontMatter.fields["modified"] == note.metadata?["modifiedTimestamp"]
    for key in markdown.assets.keys.sorted() {
      let key = EntryKey(scope: note.id, key: key)
      if note[key] == .null, let value = markdown.assets[key.key] { save(key, value) }
    }
    if isMade {
      make(of: markdown)
    } else {
      if let text = markdown.text { mergeText(text, markdown, isUnmodified: isUnmodified) }
      mergeFields(markdown, isUnmodified: isUnmodified)
    }
    mergeCover(markdown, base: baseCover, isUnmodified: isUnmodified)
    var rest = markdown.frontMatter.rest
    // For copies of a file, the note keeps the first file's name.
    if !isMade, markdown.base == nil,
      let index = rest.firstIndex(where: { $0.hasPrefix("file: ") }),
      let file = note.frontMatterRest.first(where: { $0.hasPrefix("file: ") })
    {
      rest[index] = file
    }
    if rest != markdown.base?.rest ?? [], rest != note.frontMatterRest {
      let lines = JSONValue.string(rest.joined(separator: "\n"))
      save(note.frontMatterKey, rest.isEmpty ? .null : .json(lines))
    }
  }

  private var textKey: EntryKey { EntryKey(scope: note.id, key: ".noteText") }
  private var metadataKey: EntryKey { EntryKey(scope: note.id, key: ".metadata") }

  private var values: NoteValues {
    NoteValues(id: note.id, values: note.versions.compactMapValues(\.first?.value))
  }

  // MARK: A note that is not there

  private mutating func make(of markdown: IncomingMarkdown) {
    let start: JSONObject = [
      "creationTimestamp": .string(Timestamps.json(markdown.created)),
      "modifiedTimestamp": .string(Timestamps.json(markdown.modified)),
    ]
    let metadata = NoteFields.patched(
      start, with: markdown.frontMatter.fields, base: [:], refused: &refused)
    let text = markdown.text ?? ""
    let modified = metadata["modifiedTimestamp"]?.string.flatMap(Timestamps.date(json:)) ?? now
    let stored = NoteValues(id: note.id, values: [metadataKey: .json(.object(metadata))])
    for (key, value) in NoteChanges.saving(text, over: stored, at: modified).values {
      save(key, value)
    }
    // If the text has another title or none, the metadata keeps its own title, as for books without
    // text.
    if let title = metadata["title"], var written = note.metadata, written["title"] != title {
      written["title"] = title
      save(metadataKey, .json(.object(written)))
    }
    if markdown.text != nil { record[".noteText"] = EntryValue.text(text).digest }
    record[ImportRecord.frontMatter] = markdown.frontMatter.digest
  }

  // MARK: Text

  private mutating func mergeText(_ text: String, _ markdown: IncomingMarkdown, isUnmodified: Bool)
  {
    let digest = EntryValue.text(text).digest
    record[".noteText"] = digest
    let versions = note.versions[textKey] ?? []
    let isThere =
      versions.contains { $0.value == .text(text) } || text.isEmpty && note.text.isEmpty
    // A value that was imported before and is gone was changed in this notebook since.
    if isThere || previous[".noteText"] == digest { return }
    let changes = NoteChanges.saving(text, over: values, at: now).values
    let isClean =
      isUnmodified
      || versions.allSatisfy { version in
        isKnown(version) || version.value.digest == markdown.baseDigest
      }
    for (key, value) in changes {
      if isClean {
        save(key, value)
      } else if key == textKey || key == metadataKey {
        add(key, value)
      } else if note[key] == .null, key.key.hasPrefix("prompt=") {
        // The prompts of both sides stay until the user has resolved the conflict.
        save(key, value)
      }
    }
  }

  // MARK: Fields

  private mutating func mergeFields(_ markdown: IncomingMarkdown, isUnmodified: Bool) {
    let digest = markdown.frontMatter.digest
    record[ImportRecord.frontMatter] = digest
    guard previous[ImportRecord.frontMatter] != digest, let metadata = note.metadata else { return }
    var fields = markdown.frontMatter.fields
    let base = markdown.base?.fields ?? [:]
    // Without a base, the times in the file are not changes.
    if markdown.base == nil { (fields["created"], fields["modified"]) = (nil, nil) }
    if fields["title"] != base["title"], !note.text.isEmpty {
      if markdown.base != nil { refused.append("title") }
      fields["title"] = base["title"]
    }
    var patched = NoteFields.patched(
      metadata, with: fields, base: base, unread: markdown.frontMatter.keysInRest,
      refused: &refused)
    guard patched != metadata else { return }
    let isClean = isUnmodified || isClean(fields, base, metadata)
    let time = fields["modified"] == base["modified"] ? now : nil
    let title = patched["title"]
    patched.describe(
      NoteContent(text: note.text), isEdited: true,
      at: time ?? patched["modifiedTimestamp"]?.string.flatMap(Timestamps.date(json:)) ?? now)
    if note.text.isEmpty { patched["title"] = title }
    guard isClean else { return add(metadataKey, .json(.object(patched))) }
    save(metadataKey, .json(.object(patched)))
    for (key, value) in NoteChanges.saving(note.text, over: values, at: now).values
    where key.key == ".bookIndex" {
      save(key, value)
    }
  }

  /// Whether the fields that were changed in the file were not changed differently in this
  /// notebook.
  private func isClean(_ fields: JSONObject, _ base: JSONObject, _ metadata: JSONObject) -> Bool {
    let ours = NoteFields.fields(id: note.id, metadata: metadata, text: note.text, cover: nil)
    func isClean(_ fields: JSONObject, _ base: JSONObject, _ ours: JSONObject) -> Bool {
      Set(fields.keys + base.keys).allSatisfy { name in
        fields[name] == base[name] || ours[name] == base[name] || ours[name] == fields[name]
          || name == "modified" || name == "cover"
      }
    }
    func book(_ fields: JSONObject) -> JSONObject { fields["book"]?.object ?? [:] }
    func others(_ fields: JSONObject) -> JSONObject {
      var fields = fields
      fields["book"] = nil
      return fields
    }
    return isClean(others(fields), others(base), others(ours))
      && isClean(book(fields), book(base), book(ours))
  }

  // MARK: Cover

  private mutating func mergeCover(
    _ markdown: IncomingMarkdown, base: [IncomingVersion]?, isUnmodified: Bool
  ) {
    guard let cover = markdown.cover else { return }
    let key = EntryKey(scope: note.id, key: ".coverImage")
    let digest = cover.digest
    defer { record[".coverImage"] = digest }
    let versions = note.versions[key] ?? []
    if versions.contains(where: { $0.value == cover }) || previous[".coverImage"] == digest {
      return
    }
    let isClean =
      isUnmodified
      || versions.allSatisfy { version in
        version.value == .null || isKnown(version) || version.value.digest == base?.first?.digest
      }
    isClean ? save(key, cover) : add(key, cover)
  }
}
