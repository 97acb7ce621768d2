internal import KeyValueStore

extension EntryKey {
  /// The scope of the values that only this program stores.
  package static let ourScope = ".commonplace"

  /// The note that the key belongs to; of keys in our scope the one they begin with.
  package var note: String {
    guard scope == Self.ourScope, let end = key.firstIndex(of: ";") else { return scope }
    return String(key[..<end])
  }

  /// Where prompts of the note `id` are stored: in its scope, where the app finds them, or in ours.
  package init(promptKey: String, note id: String, isInApp: Bool) {
    self.init(
      scope: isInApp ? id : Self.ourScope, key: isInApp ? promptKey : "\(id);\(promptKey)")
  }

  /// Whether the record of an import of a note is stored here.
  package var isImportRecord: Bool { scope == Self.ourScope && key.hasSuffix(";imported") }

  /// The prompt key, if prompts of the note `id` are stored here.
  package func promptKey(note id: String) -> String? {
    if scope.utf8.elementsEqual(id.utf8) { return key.hasPrefix(PromptKey.prefix) ? key : nil }
    guard scope == Self.ourScope, key.utf8.starts(with: "\(id);".utf8) else { return nil }
    let key = String(decoding: key.utf8.dropFirst(id.utf8.count + 1), as: UTF8.self)
    // The records that imports keep of a note are there, too.
    return key.hasPrefix(PromptKey.prefix) ? key : nil
  }
}

extension StoredPrompts {
  /// Whether they are stored in the note's scope, where the app finds them.
  var isInApp: Bool { place.scope != EntryKey.ourScope }
}
