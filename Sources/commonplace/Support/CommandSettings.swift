import Foundation
import UserSettings

/// The user's settings on the command line: those of the file. Options and environment variables go
/// before them.
enum CommandSettings {
  /// The file, which is read once. Its mistakes are reported then.
  static let file: SettingsFile = {
    let file = SettingsFile(environment: ProcessInfo.processInfo.environment)
    announce(file)
    return file
  }()

  /// The settings that count where no option is given.
  static var current: Settings { file.settings() }

  /// Prints the mistakes of a file.
  static func announce(_ file: SettingsFile) {
    for problem in file.problems {
      let place = problem.line.map { "\(file.path):\($0)" } ?? file.path
      StandardError.write(
        "commonplace: warning: \(place): \(problem.message): \(problem.advice)".terminalSafeLine)
    }
  }
}
