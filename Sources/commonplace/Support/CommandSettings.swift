import Foundation
import UserSettings

/// The settings in the user's file. Options and environment variables override them.
enum CommandSettings {
  /// The file, read once; its errors are printed at that time.
  static let file: SettingsFile = {
    let file = SettingsFile(environment: ProcessInfo.processInfo.environment)
    announce(file)
    return file
  }()

  static var current: Settings { file.settings() }

  static func announce(_ file: SettingsFile) {
    for problem in file.problems {
      let location = problem.line.map { "\(file.path):\($0)" } ?? file.path
      StandardError.write(
        "commonplace: warning: \(location): \(problem.message): \(problem.advice)".terminalSafeLine)
    }
  }
}
