import Foundation

/// The user's note templates: files `NAME.md` in the folder `templates` next to the settings file.
package struct TemplateFolder: Sendable {
  package static let mostBytes = 64 << 10
  package static let mostFiles = 1000
  package static let day = "day"

  /// The folder's absolute path. It need not exist.
  package let path: String

  package init(environment: [String: String]) {
    path = SettingsFile.folder(environment) + "/templates"
  }

  /// Whether a template may have this name: at most 100 bytes, starting with a letter or a digit,
  /// without white space, ASCII control characters, `/`, `\`, `#` and braces.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first.isNumber, name.utf8.count <= 100 else {
      return false
    }
    return !name.unicodeScalars.contains {
      $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace
        || "/\\{}#".unicodeScalars.contains($0)
    }
  }

  /// Returns the names of the first `mostFiles` templates, sorted; empty if the folder cannot be
  /// read.
  package func names() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let names = files.lazy.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
      .filter(Self.isName)
    return Array(names.sorted().prefix(Self.mostFiles))
  }

  package func path(of name: String) -> String { "\(path)/\(name).md" }

  /// Returns a template's text, without a byte order mark. Returns nil if the file does not exist,
  /// or if `name` is not a valid name. Throws if the file cannot be read.
  package func text(of name: String) throws(UserFile.Unreadable) -> String? {
    guard Self.isName(name),
      let text = try UserFile.text(at: path(of: name), mostBytes: Self.mostBytes)
    else { return nil }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }
}
