import Base
package import JSON
package import SpacedRepetition

/// A setting: its name, type and description. `Setting.all` lists every setting. The table in
/// `docs/settings.md` and the schema `docs/settings.schema.json` are generated from it.
///
/// A client sends settings in its section `commonplace`, either by the full name
/// (`"codeLens.book"`) or nested (`"codeLens": {"book": …}`).
package struct Setting: Sendable {
  /// The property of `Settings` that holds the value, which determines the setting's type.
  package enum Member: Sendable {
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    case text(any WritableKeyPath<Settings, String> & Sendable)
    /// A text that may be nil. An empty value counts as missing.
    case optionalText(any WritableKeyPath<Settings, String?> & Sendable)
    case texts(any WritableKeyPath<Settings, Set<String>> & Sendable)
    case number(any WritableKeyPath<Settings, Int> & Sendable, ClosedRange<Int>)
    case optionalNumber(any WritableKeyPath<Settings, Int?> & Sendable, ClosedRange<Int>)
    case decimal(any WritableKeyPath<Settings, Double> & Sendable, ClosedRange<Double>)
    /// FSRS's parameters; nil if the list is empty.
    case parameters(any WritableKeyPath<Settings, FSRSParameters?> & Sendable)
    case choice(Choice)
  }

  package struct Choice: Sendable {
    package let values: [JSONValue]
    fileprivate let get: @Sendable (Settings) -> JSONValue
    fileprivate let set: @Sendable (inout Settings, JSONValue) -> Void

    fileprivate init<Value: RawRepresentable & CaseIterable & SendableMetatype>(
      _ path: any WritableKeyPath<Settings, Value> & Sendable
    ) where Value.RawValue: JSONCodable & SendableMetatype {
      values = Value.allCases.map(\.rawValue.json)
      get = { $0[keyPath: path].rawValue.json }
      set = { settings, json in
        guard let raw = try? Value.RawValue(json: json), let value = Value(rawValue: raw) else {
          return
        }
        settings[keyPath: path] = value
      }
    }
  }

  package enum Use: String, Sendable {
    case notebook
    case inlayHints = "inlay hints"
    case codeLenses = "code lenses"
    case diagnostics
    case completion
    case newNotes = "new notes"
    case review
    case books
    case readingRoom = "reading room"
  }

  package static let section = "commonplace"

  /// The name within the section, such as `codeLens.book`.
  package let name: String
  package let member: Member
  package let use: Use
  /// For the user, in sentences. Names and values are in backticks.
  package let description: String
}

extension Setting {
  /// Every setting. To add one, add a property to `Settings` and an entry here, then run
  /// `script/test --rewrite-examples`. Edit these files by hand: VS Code's `package.json`, Neovim's
  /// `config.lua` and its help `commonplace.txt`. Tests compare them with this list.
  package static let all: [Setting] = [
    Setting(
      name: "notebook", member: .optionalText(\.notebook), use: .notebook,
      description:
        "Path of the notebook. If empty, the server uses `--notebook`, `$COMMONPLACE_NOTEBOOK`, your "
        + "settings file, the nearest `*.libnotes` in or above the first workspace folder, or the "
        + "notebook that `commonplace init` creates."),
    Setting(
      name: "books.lookUp", member: .choice(Choice(\.lookUp)), use: .books,
      description:
        "When books are looked up on the network: `off` (never), `asked` (when you ask for it), or "
        + "`always` (also whenever you add a book)."),
    Setting(
      name: "codeLens.book", member: .flag(\.showsBook), use: .codeLenses,
      description: "Show the book of a note above its first line."),
    Setting(
      name: "codeLens.dueCount", member: .flag(\.showsDueCount), use: .codeLenses,
      description:
        "Show the number of due prompts above the first line of a note; choose the number to review them."
    ),
    Setting(
      name: "codeLens.duePrompts", member: .flag(\.showsDuePrompts), use: .codeLenses,
      description: "Show above each due prompt that it is due."),
    Setting(
      name: "codeLens.links", member: .flag(\.showsLinkCount), use: .codeLenses,
      description: "Show above the first line of a note how many notes link to it."),
    Setting(
      name: "completion.emoji", member: .flag(\.completesEmoji), use: .completion,
      description: "Complete names such as `:smile:` to emoji."),
    Setting(
      name: "diagnostics.cardQuality", member: .flag(\.showsCardQuality), use: .diagnostics,
      description: "Show hints about weak cards, such as overlong answers."),
    Setting(
      name: "diagnostics.disabled", member: .texts(\.disabledDiagnostics), use: .diagnostics,
      description: "Codes of diagnostics to hide; `docs/diagnostics.md` lists them."),
    Setting(
      name: "inlayHint.dueDates", member: .flag(\.showsDueDates), use: .inlayHints,
      description: "Show due dates next to prompts."),
    Setting(
      name: "newNote.template", member: .text(\.newNoteTemplate), use: .newNotes,
      description: "Template of new notes; `{title}`, `{tags}` and `{date}` are filled in."),
    Setting(
      name: "review.answers", member: .choice(Choice(\.reviewAnswers)), use: .review,
      description:
        "Number of answers to choose from: 2 (wrong, right) or 4 (again, hard, good, easy)."),
    Setting(
      name: "review.desiredRetention",
      member: .decimal(\.reviewRetention, FSRSSettings.retentions), use: .review,
      description: "With FSRS: probability of remembering a prompt when it is due."),
    Setting(
      name: "review.fsrsParameters", member: .parameters(\.reviewParameters), use: .review,
      description:
        "With FSRS: your own 21 parameters, from an FSRS-6 optimizer. If empty, the standard ones are used."
    ),
    Setting(
      name: "review.limit", member: .number(\.reviewLimit, Settings.reviewLimits), use: .review,
      description: "Maximum number of cards in a session."),
    Setting(
      name: "review.maximumInterval",
      member: .number(\.reviewMaximumInterval, FSRSSettings.maximumIntervals), use: .review,
      description: "With FSRS: maximum number of days until a prompt is due again."),
    Setting(
      name: "review.newPerDay", member: .optionalNumber(\.reviewNewPerDay, 0...100_000),
      use: .review,
      description: "Maximum number of new prompts a day. Without a value, there is no limit."),
    Setting(
      name: "review.order", member: .choice(Choice(\.reviewOrder)), use: .review,
      description: "Order of cards: mixed, due cards first, or new cards first."),
    Setting(
      name: "review.scheduler", member: .choice(Choice(\.reviewScheduler)), use: .review,
      description: "Scheduler that sets due dates: the app's rules, or FSRS."),
    Setting(
      name: "web.editor", member: .text(\.webEditor), use: .readingRoom,
      description:
        "Editor in which the pages of `commonplace web` open notes: `vscode`, `vscodium`, or a shell "
        + "command in which `%s` stands for the note. If empty, the pages do not open notes. "
        + "Applies only in the settings file."),
  ]

  package func value(in settings: Settings) -> JSONValue {
    switch member {
    case .flag(let path): settings[keyPath: path].json
    case .text(let path): settings[keyPath: path].json
    case .optionalText(let path): settings[keyPath: path].json
    case .texts(let path): settings[keyPath: path].sorted().json
    case .number(let path, _): settings[keyPath: path].json
    case .optionalNumber(let path, _): settings[keyPath: path].json
    case .decimal(let path, _): settings[keyPath: path].json
    case .parameters(let path): settings[keyPath: path]?.numbers.json ?? .null
    case .choice(let choice): choice.get(settings)
    }
  }

  fileprivate func set(_ value: JSONValue, in settings: inout Settings) throws(WrongValue) {
    switch member {
    case .flag(let path): settings[keyPath: path] = try Self.read(Bool.self, from: value)
    case .text(let path): settings[keyPath: path] = try Self.read(String.self, from: value)
    case .optionalText(let path):
      let text = try Self.read(String.self, from: value)
      if !text.isEmpty { settings[keyPath: path] = text }
    case .texts(let path): settings[keyPath: path] = Set(try Self.read([String].self, from: value))
    case .number(let path, let limits):
      settings[keyPath: path] = try Self.number(value, in: limits)
    case .optionalNumber(let path, let limits):
      settings[keyPath: path] = try Self.number(value, in: limits)
    case .decimal(let path, let limits):
      let number = try Self.read(Double.self, from: value)
      guard limits.contains(number) else {
        throw WrongValue(
          message:
            "expected a number from \(limits.lowerBound) to \(limits.upperBound)")
      }
      settings[keyPath: path] = number
    case .parameters(let path):
      let numbers = try Self.read([Double].self, from: value)
      do throws(FSRSParameters.Problem) {
        settings[keyPath: path] = numbers.isEmpty ? nil : try FSRSParameters(numbers)
      } catch {
        throw WrongValue(message: error.description)
      }
    case .choice(let choice):
      // Some editors write `2.0` for 2.
      let value = value.int.map(\.json) ?? value
      guard choice.values.contains(value) else {
        let names = choice.values.map { String(decoding: $0.serialized(), as: UTF8.self) }
        throw WrongValue(message: "expected \(names.joined(separator: " or "))")
      }
      choice.set(&settings, value)
    }
  }

  fileprivate struct WrongValue: Error {
    var message: String
  }

  private static func read<Value: JSONDecodable>(
    _ type: Value.Type, from value: JSONValue
  ) throws(WrongValue) -> Value {
    do throws(JSONDecodingError) {
      return try Value(json: value)
    } catch {
      throw WrongValue(message: error.description)
    }
  }

  private static func number(
    _ value: JSONValue, in limits: ClosedRange<Int>
  ) throws(WrongValue) -> Int {
    guard let number = value.int, limits.contains(number) else {
      throw WrongValue(
        message:
          "expected a whole number from \(limits.lowerBound) to \(limits.upperBound)")
    }
    return number
  }

  /// Returns the setting's value in `section`, whether nested or not; nil if it is missing or null.
  fileprivate func find(in section: JSONValue) -> JSONValue? {
    let parts = name.split(separator: ".").map(String.init)
    let nested = parts.reduce(section as JSONValue?) { $0?[$1] }
    guard let value = section[name] ?? nested, value != .null else { return nil }
    return value
  }
}

// MARK: Names

extension Setting {
  static func isKnown(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// Returns the name of the setting that is most similar to `name`, by edit distance. Returns nil
  /// if none is similar, or if `name` is longer than 64 bytes.
  static func nearest(to name: String) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let near = all.map { (name: $0.name, distance: EditDistance.between(name, $0.name)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    // A name without its group, such as `limit`, matches if only one group has it.
    let member = all.filter { $0.name.hasSuffix("." + name) }
    if member.count == 1 { return member.first?.name }
    return near.flatMap { $0.distance * 2 <= name.count ? $0.name : nil }
  }

  /// Whether `section` has an accepted value for the setting.
  func isFound(in section: JSONValue) -> Bool {
    guard let value = find(in: section) else { return false }
    var settings = Settings()
    do throws(Setting.WrongValue) {
      try set(value, in: &settings)
      return true
    } catch {
      return false
    }
  }
}

extension Settings {
  /// Returns these settings updated with `section`, which may be any value. Missing values and
  /// values that are not accepted change nothing. For the latter, calls `wrong`, for example with
  /// `codeLens.book` and `expected true or false`.
  package func updated(
    with section: JSONValue?, wrong: (_ name: String, _ problem: String) -> Void = { _, _ in }
  ) -> Settings {
    guard let section else { return self }
    var result = self
    for setting in Setting.all {
      guard let value = setting.find(in: section) else { continue }
      do throws(Setting.WrongValue) {
        try setting.set(value, in: &result)
      } catch {
        wrong(setting.name, error.message)
      }
    }
    return result
  }

  package func uses(changedIn other: Settings) -> Set<Setting.Use> {
    Set(Setting.all.filter { $0.value(in: self) != $0.value(in: other) }.map(\.use))
  }
}

extension JSONValue {
  /// The server's settings in a client's configuration: the member `commonplace` if it is an
  /// object, or else the whole value.
  package var settingsSection: JSONValue {
    guard let section = self[Setting.section], section.object != nil else { return self }
    return section
  }
}
