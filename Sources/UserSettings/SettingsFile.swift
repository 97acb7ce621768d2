import Base
import Foundation
import JSON

/// The user's settings file, in TOML. The command line and the server read it.
///
/// Errors never stop the program. An unreadable file has no values and one problem; an unknown name
/// or a wrong value is a problem, and the other values apply.
package struct SettingsFile: Sendable, Equatable {
  package struct Problem: Sendable, Equatable {
    /// The line, from 1; nil if unknown, or if the problem concerns the whole file.
    package var line: Int?
    /// The error, such as `review.limit: expected a whole number from 1 to 1000`.
    package var message: String
    package var advice: String
  }

  package static let mostBytes = 64 << 10
  private static let mostProblems = 20

  /// The file's absolute path. It need not exist.
  package let path: String
  package private(set) var isThere = false
  /// Whether the whole file was parsed; true for a missing file.
  package private(set) var isReadable = true
  /// The errors in the file, ordered by line; at most `mostProblems`, and one that counts the
  /// others.
  package private(set) var problems: [Problem] = []
  /// The values, as nested objects: one for each part of a name before a dot.
  private var values: JSONValue = [:]
  private var lines: [String: Int] = [:]

  /// Returns the folder `commonplace` in `XDG_CONFIG_HOME` if that is an absolute path, or else in
  /// `~/.config`.
  package static func folder(_ environment: [String: String]) -> String {
    let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return (given ?? home + "/.config") + "/commonplace"
  }

  package init(environment: [String: String]) {
    self.init(path: Self.folder(environment) + "/config.toml")
  }

  /// A file over `mostBytes` counts as unreadable.
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
          line: error.line, message: "cannot be parsed: \(error.message)",
          advice: "fix that line; until then the file's settings are ignored")
      ]
      return
    }
    check()
  }

  package func settings(over settings: Settings = Settings()) -> Settings {
    settings.updated(with: values)
  }

  /// Returns the line that sets `setting`, from 1; nil if it is unknown, as in inline tables.
  package func line(of setting: Setting) -> Int? {
    lines[setting.name]
  }

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
      // A relative path would depend on the current folder.
      values =
        values.object.map { object in
          var object = object
          object["notebook"] = nil
          return .object(object)
        } ?? [:]
      found.append(
        Problem(
          line: lines["notebook"], message: "notebook: expected a path that begins with / or ~/",
          advice: "write the full path"))
    }
    found.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    problems = Array(found.prefix(Self.mostProblems))
    if found.count > Self.mostProblems {
      problems.append(
        Problem(
          line: nil, message: "has \((found.count - Self.mostProblems).counted("more problem"))",
          advice: "fix the problems above first"))
    }
  }

  /// Returns the full names of the values in `object`. The value of a setting counts as one, even
  /// if it is an object.
  private static func names(in object: JSONValue, below prefix: String = "") -> [String] {
    (object.object?.members ?? []).flatMap { member in
      let name = prefix + member.key
      let isGroup = member.value.object != nil && !Setting.isKnown(name)
      return isGroup ? names(in: member.value, below: name + ".") : [name]
    }
  }
}
