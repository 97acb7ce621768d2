import JSON
import LanguageServerProtocol

/// One of the settings: how it is called, read and described. `Setting.all` is the whole list; what
/// the server reads, the table in the README and `docs/settings.schema.json` come from it.
///
/// A member of a client's settings is found under its name in the section `commonplace`, both as one
/// key (`"codeLens.book"`) and from member to member (`"codeLens": {"book": …}`).
struct Setting: Sendable {
  /// What it is read into, and so its type.
  enum Member: Sendable {
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    case text(any WritableKeyPath<Settings, String> & Sendable)
    /// A text that may be missing, as it is when it is empty.
    case optionalText(any WritableKeyPath<Settings, String?> & Sendable)
    case texts(any WritableKeyPath<Settings, Set<String>> & Sendable)
  }

  /// What it is for, which a change of it reaches at once.
  enum Use: String, Sendable {
    case notebook
    case inlayHints = "inlay hints"
    case codeLenses = "code lenses"
    case diagnostics
    case completion
    case newNotes = "new notes"
  }

  /// The name of all of them in a client.
  static let section = "commonplace"

  /// The name within the section.
  let name: String
  let member: Member
  let use: Use
  /// One sentence or two, for people.
  let description: String
}

extension Setting {
  /// Every setting. A new one is a field of `Settings` and an entry here; then
  /// `script/test --rewrite-examples`.
  static let all: [Setting] = [
    Setting(
      name: "notebook", member: .optionalText(\.notebook), use: .notebook,
      description:
        "The notebook's path. Without it `--notebook` counts, `$COMMONPLACE_NOTEBOOK`, the "
        + "nearest `*.libnotes` upward from the first workspace folder, and what `commonplace init` "
        + "makes."),
    Setting(
      name: "codeLens.book", member: .flag(\.showsBook), use: .codeLenses,
      description: "The first line of a note says what book it is about."),
    Setting(
      name: "codeLens.duePrompts", member: .flag(\.showsDuePrompts), use: .codeLenses,
      description: "Prompts that are due say so above their text."),
    Setting(
      name: "completion.emoji", member: .flag(\.completesEmoji), use: .completion,
      description: "Emoji are offered as `:name:` is typed."),
    Setting(
      name: "diagnostics.unwanted", member: .texts(\.unwantedDiagnostics), use: .diagnostics,
      description: "The codes of diagnostics that are not wanted, as in `docs/diagnostics.md`."),
    Setting(
      name: "inlayHint.dueDates", member: .flag(\.showsDueDates), use: .inlayHints,
      description: "Prompts show when they are due, beside their text."),
    Setting(
      name: "newNote.template", member: .text(\.newNoteTemplate), use: .newNotes,
      description: "What a new note begins with; `{title}`, `{tags}` and `{date}` are filled in."),
  ]

  /// Its value in `settings`.
  func value(in settings: Settings) -> JSONValue {
    switch member {
    case .flag(let path): settings[keyPath: path].json
    case .text(let path): settings[keyPath: path].json
    case .optionalText(let path): settings[keyPath: path].json
    case .texts(let path): settings[keyPath: path].sorted().json
    }
  }

  /// Sets it to a client's `value`.
  fileprivate func set(_ value: JSONValue, in settings: inout Settings) throws(ResponseError) {
    switch member {
    case .flag(let path): settings[keyPath: path] = try Bool(json: value)
    case .text(let path): settings[keyPath: path] = try String(json: value)
    case .optionalText(let path):
      let text = try String(json: value)
      if !text.isEmpty { settings[keyPath: path] = text }
    case .texts(let path): settings[keyPath: path] = Set(try [String](json: value))
    }
  }

  /// What a client's `section` says of it; nil if nothing.
  fileprivate func find(in section: JSONValue) -> JSONValue? {
    let parts = name.split(separator: ".").map(String.init)
    let nested = parts.reduce(section as JSONValue?) { $0?[$1] }
    guard let value = section[name] ?? nested, value != .null else { return nil }
    return value
  }
}

extension Settings {
  /// These settings with what a client tells in `section`, which may be anything. What is missing
  /// there stays; so does what is of a wrong type, which `wrong` is told, as in
  /// `commonplace.codeLens.book: expected true or false`, the setting's name apart.
  func updated(
    with section: JSONValue?, wrong: (_ name: String, _ problem: String) -> Void = { _, _ in }
  ) -> Settings {
    guard let section else { return self }
    var result = self
    for setting in Setting.all {
      guard let value = setting.find(in: section) else { continue }
      do throws(ResponseError) {
        try setting.set(value, in: &result)
      } catch {
        wrong("\(Setting.section).\(setting.name)", error.message)
      }
    }
    return result
  }

  /// What has to be asked or looked at anew where `other` takes the place of these.
  func uses(changedIn other: Settings) -> Set<Setting.Use> {
    Set(Setting.all.filter { $0.value(in: self) != $0.value(in: other) }.map(\.use))
  }
}

extension JSONValue {
  /// Our part of a client's settings: a member named like the section, or else all of it.
  var settingsSection: JSONValue {
    guard let section = self[Setting.section], section.object != nil else { return self }
    return section
  }
}
