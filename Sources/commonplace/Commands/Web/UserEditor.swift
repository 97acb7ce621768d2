import Foundation
import Quoting
import WebPages

/// The editor of the setting `web.editor`.
enum UserEditor {
  /// The editor that `setting` names; nil if it names none.
  static func editor(_ setting: String) -> NoteOpener? {
    if let link = EditorLink(setting) { return .link(link) }
    guard !setting.allSatisfy(\.isWhitespace) else { return nil }
    return .program { start(command(setting, name: $0)) }
  }

  /// The shell's command that opens the document `name`: the setting, with the name in place of each `%s`, or at
  /// its end.
  static func command(_ setting: String, name: String) -> String {
    setting.contains("%s") ? setting.replacingBytes(of: "%s", with: name) : setting + " " + name
  }

  /// Starts a command of the shell, and does not wait for it. Returns false if there is no shell.
  private static func start(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return (try? process.run()) != nil
  }
}
