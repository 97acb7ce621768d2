import Base
import NotebookFile
import UserSettings

/// The user's settings file, at which the server looks now and then.
final class WatchedSettingsFile: Sendable {
  private let path: String
  private let seen: Mutex<FileIdentity?>

  init(environment: [String: String]) {
    path = SettingsFile(environment: environment).path
    seen = Mutex(FileIdentity(path: path))
  }

  /// The file, if it has changed since the last time.
  func change() -> SettingsFile? {
    let now = FileIdentity(path: path)
    return seen.withLock { seen in
      guard now != seen else { return nil }
      seen = now
      return SettingsFile(path: path)
    }
  }
}
