import Base
import Foundation
import JSON

/// The user's settings file, in TOML: the command line and the server read it.
///
/// Errors never stop the program. An unreadable file has no values and one problem; an unknown name or a
/// wrong value is a problem, and the other values apply.
package struct SettingsFile: Sendable, Equatable {
  /// A mistake in the file, and the next step of the user.
  package struct Problem: Sendable, Equatable {
    /// From 1; nil if unknown, or if the problem is that of the whole file.
    package var line: Int?
    /// Such as `review.limit: expected a whole number from 1 to 1000`.
    package var message: String
    package var advice: String
  }

  /// The most bytes of a file.
  package static let mostBytes = 64 << 10
  /// The most problems that are reported.
  private static let mostProblems = 20

  /// Its absolute path. It need not exist.
  package let path: String
  /// Whether there is such a file.
  package private(set) var isThere = false
  /// Whether it was read as a whole; true of a missing file.
  package private(set) var isReadable = true
  /// Its mistakes, the first lines first.
  package private(set) var problems: [Problem] = []
  /// The values by their names: one object for each part before a dot, as TOML has it.
  private var values: JSONValue = [:]
  private var lines: [String: Int] = [:]

  /// The folder `commonplace` in `XDG_CONFIG_HOME`, which a relative path does not name, or in
  /// `~/.config`.
  package static func folder(_ environment: [String: String]) -> String {
    let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return (given ?? home + "/.config") + "/commonplace"
  }

  /// Reads the file of the user with this environment.
  package init(environment: [String: String]) {
    self.init(path: Self.folder(environment) + "/config.toml")
  }

  /// Reads the file at `path`, of at most `mostBytes`.
  package init(path: String) {
    do throws(UserFile.Unreadable) {
      if let text = try UserFile.text(at: path, mostBytes: Self.mostBytes) {
        self.init(path: path, text: text)
      } else {
        self.init(missing: path)
      }
    } catch {
      self.init(missing: path)
      (isThere, isReadable) = (true, false)
      problems = [
        Problem(line: nil, message: error.message, advice: error.advice)
      ]
    }
  }

  private init(missing path: String) { self.path = path }

  /// Reads `text`, which is at `path`.
  init(path: String, text: String) {
    self.path = path
    isThere = true
    do throws(TOMLReader.Mistake) {
      let reader = try TOMLReader(text)
      (values, lines) = (reader.root, reader.lines)
    } catch {
      isReadable = false
      problems = [
        Problem(
          line: error.line, message: "is not TOML: \(error.message)",
          advice: "fix that line; until then the file's settings are ignored")
      ]
      return
    }
    check()
  }

  /// `settings` with the file's values.
  package func settings(over settings: Settings = Settings()) -> Settings {
    settings.updated(with: values)
  }

  /// The line that sets `setting`, from 1; nil if it is not found.
  package func line(of setting: Setting) -> Int? {
    lines[setting.name]
  }

  /// Whether the file has a value for `setting` that counts.
  package func sets(_ setting: Setting) -> Bool { setting.isFound(in: values) }

  // MARK: Checking

  private mutating func check() {
    var found: [Problem] = []
    for name in Self.names(in: values) where !Setting.isKnown(name) {
      let nearest = Setting.nearest(to: name)
      found.append(
        Problem(
          line: lines[name], message: "unknown setting “\(name.prefix(80))”",
          advice: nearest.map { "did you mean “\($0)”?" }
            ?? "“commonplace config” lists the settings"))
    }
    _ = Settings().updated(with: values) { name, problem in
      found.append(
        Problem(
          line: lines[name], message: "\(name): \(problem)",
          advice: "fix it; “commonplace config” shows the value in use"))
    }
    if let path = settings().notebook, !path.hasPrefix("/"), path != "~", !path.hasPrefix("~/") {
      // The meaning of a relative path would depend on the current folder.
      values =
        values.object.map { object in
          var object = object
          object["notebook"] = nil
          return .object(object)
        } ?? [:]
      found.append(
        Problem(
          line: lines["notebook"], message: "notebook: expected a path from / or ~",
          advice: "write the whole path"))
    }
    found.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    problems = Array(found.prefix(Self.mostProblems))
    if found.count > Self.mostProblems {
      problems.append(
        Problem(
          line: nil, message: "has \(found.count - Self.mostProblems) more problems",
          advice: "fix these first"))
    }
  }

  /// The names of the values in `object`: a setting is one, whatever its value.
  private static func names(in object: JSONValue, below prefix: String = "") -> [String] {
    (object.object?.members ?? []).flatMap { member in
      let name = prefix + member.key
      let isGroup = member.value.object != nil && !Setting.isKnown(name)
      return isGroup ? names(in: member.value, below: name + ".") : [name]
    }
  }
}
