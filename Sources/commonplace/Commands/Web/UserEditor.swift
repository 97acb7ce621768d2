import Foundation
import Quoting
import WebPages

enum UserEditor {
  /// Returns the editor that `setting` names; nil if it is blank.
  static func editor(_ setting: String) -> NoteOpener? {
    if let link = EditorLink(setting) { return .link(link) }
    guard !setting.allSatisfy(\.isWhitespace) else { return nil }
    return .program { start(command(setting, name: $0)) }
  }

  /// Returns the shell command that opens the document `name`: the setting, with `name` replacing
  /// each `%s`, or appended if there is none.
  static func command(_ setting: String, name: String) -> String {
    setting.contains("%s") ? setting.replacingBytes(of: "%s", with: name) : setting + " " + name
  }

  /// Starts a shell command without waiting for it. Returns false if the shell cannot start.
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
