import Base
import KeyValueStore
package import MiniMarkdown

/// The key under which a note stores the prompts of one block: `prompt=quote;count=1;id=…`.
package struct PromptKey: Hashable {
  package var kind: PromptCollection.Kind
  /// The number of prompts in the block. The app also stores blocks without prompts.
  package var count: Int
  /// Opaque: the block's SHA-1 digest when it was first stored, one from `fresh`, or, from other
  /// programs, any text.
  var id: String

  package var text: String { "\(Self.prefix)\(kind.rawValue);count=\(count);id=\(id)" }

  package static let prefix = "prompt="
}

extension PromptKey {
  /// Parses a stored key. Returns nil for one of another form, or of an unknown kind.
  package init?(_ text: String) {
    // Compares bytes, as keys are; this runs for very many keys.
    var rest = text.utf8[...]
    guard rest.removePrefix(Self.prefix), let kindEnd = rest.firstIndex(of: UInt8(ascii: ";")),
      let kind = PromptCollection.Kind(rawValue: String(Substring(rest[..<kindEnd])))
    else { return nil }
    rest = rest[rest.index(after: kindEnd)...]
    guard rest.removePrefix("count="), let countEnd = rest.firstIndex(of: UInt8(ascii: ";")),
      let count = Int(Substring(rest[..<countEnd])), count >= 0,
      // Spellings such as `count=01` are not ours, and could not be written back.
      rest[..<countEnd].elementsEqual(String(count).utf8)
    else { return nil }
    rest = rest[rest.index(after: countEnd)...]
    guard rest.removePrefix("id=") else { return nil }
    self.init(kind: kind, count: count, id: String(Substring(rest)))
  }

  /// Whether a key's kind is supported. Prompts of other kinds come from newer programs.
  static func isKnown(_ text: String) -> Bool {
    guard text.hasPrefix(prefix) else { return false }
    let kind = text.dropFirst(prefix.count).prefix { $0 != ";" }
    return PromptCollection.Kind(rawValue: String(kind)) != nil
  }

  /// Returns a key for a block that has none yet: the block's SHA-1, or, if that is in use, the
  /// first of `SHA-1(block NUL 2)`, `SHA-1(block NUL 3)` … that is not.
  static func fresh(for prompts: PromptCollection, isTaken: (String) -> Bool) -> PromptKey {
    var key = PromptKey(
      kind: prompts.kind, count: prompts.promptCount, id: digest(prompts.rawValue))
    var attempt = 2
    while isTaken(key.text) {
      key.id = digest("\(prompts.rawValue)\0\(attempt)")
      attempt += 1
    }
    return key
  }

  private static func digest(_ text: String) -> String {
    SHA1.digest(Array(text.utf8)).hexadecimal
  }
}

extension EntryKey {
  /// The scope of the values that only this program stores.
  package static let ourScope = ".commonplace"

  /// The note that the key belongs to: its scope, or for keys in our scope, the note that they
  /// begin with, if any.
  package var note: String {
    guard scope == Self.ourScope, let end = key.firstIndex(of: ";") else { return scope }
    return String(key[..<end])
  }

  /// Creates the key of prompts of the note `id`: in its scope, where the app finds them, or in
  /// ours.
  package init(promptKey: String, note id: String, isInApp: Bool) {
    self.init(
      scope: isInApp ? id : Self.ourScope, key: isInApp ? promptKey : "\(id);\(promptKey)")
  }

  package var isImportRecord: Bool { scope == Self.ourScope && key.hasSuffix(";imported") }

  package func promptKey(note id: String) -> String? {
    if scope.hasBytes(of: id) { return key.hasPrefix(PromptKey.prefix) ? key : nil }
    guard scope == Self.ourScope, key.utf8.starts(with: "\(id);".utf8) else { return nil }
    let key = String(decoding: key.utf8.dropFirst(id.utf8.count + 1), as: UTF8.self)
    // Import records of the note have this prefix, too.
    return key.hasPrefix(PromptKey.prefix) ? key : nil
  }
}

extension StoredPrompts {
  var isInApp: Bool { entryKey.scope != EntryKey.ourScope }
}

extension Substring.UTF8View {
  fileprivate mutating func removePrefix(_ prefix: String) -> Bool {
    guard starts(with: prefix.utf8) else { return false }
    self = dropFirst(prefix.utf8.count)
    return true
  }
}
