import Foundation

/// The user's templates of notes: the files `NAME.md` in the folder `templates` beside the settings file.
package struct TemplateFolder: Sendable {
  /// The most bytes of a template.
  package static let mostBytes = 64 << 10
  /// The most files that are listed.
  package static let mostFiles = 1000
  /// The name of the template for notes of the day.
  package static let day = "day"

  /// The absolute path of the folder. It need not exist.
  package let path: String

  /// The folder of the user with this environment.
  package init(environment: [String: String]) {
    path = SettingsFile.folder(environment) + "/templates"
  }

  /// Whether a template may be called so: up to 100 bytes without white space, braces and `/`, that
  /// begin with a letter or a digit.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first.isNumber, name.utf8.count <= 100 else {
      return false
    }
    return !name.unicodeScalars.contains {
      $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace
        || "/\\{}#".unicodeScalars.contains($0)
    }
  }

  /// The names of the templates, in alphabetical order.
  package func names() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let names = files.lazy.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
      .filter(Self.isName)
    return Array(names.sorted().prefix(Self.mostFiles))
  }

  /// The path of the file with a template.
  package func path(of name: String) -> String { "\(path)/\(name).md" }

  /// The text of a template, without a byte order mark. Returns nil if there is none of this name.
  package func text(of name: String) throws(UserFile.Unreadable) -> String? {
    guard Self.isName(name),
      let text = try UserFile.text(at: path(of: name), mostBytes: Self.mostBytes)
    else { return nil }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
