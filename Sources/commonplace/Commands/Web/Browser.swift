import Base
import Foundation
import Quoting

enum Browser {
  /// Returns shell commands that open an address, in the order to try: the commands of `$BROWSER`,
  /// which are separated by colons and may contain `%s`, then the system's command.
  static func commands(_ environment: [String: String]) -> [String] {
    let named = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
      .map { $0.contains("%s") ? $0.replacingBytes(of: "%s", with: "\"$1\"") : $0 + " \"$1\"" }
    #if canImport(Darwin)
      return named + ["open \"$1\""]
    #else
      return named + ["xdg-open \"$1\""]
    #endif
  }

  /// Opens the file at `path` without waiting for the browser. Returns false if the shell cannot
  /// start or fails. A missing browser goes unnoticed, so callers also print the address.
  static func open(_ path: String, environment: [String: String]) -> Bool {
    let shell = ChildProcess(
      "/bin/sh",
      // The command runs in the background, so that the shell ends at once.
      [
        "-c", "{ \(commands(environment).joined(separator: " || ")); } &", "sh",
        URL(filePath: path).absoluteString,
      ],
      environment: environment, input: .nothing, output: .nothing, error: .nothing)
    return shell?.wait() == 0
  }
}
