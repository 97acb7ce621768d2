/// The reason why the reading room closes.
enum VisitEnd: Equatable {
  case interrupted
  /// No page was requested for `patience`.
  case idle
  /// The notebook's folder is gone, for example because a disk was removed.
  case folderIsGone

  /// The time without a request after which the reading room closes.
  static let patience = Duration.seconds(1800)

  /// Returns the reason to close; nil while the reading room stays open.
  init?(isInterrupted: Bool, idle: Duration, hasFolder: Bool) {
    if isInterrupted {
      self = .interrupted
    } else if !hasFolder {
      self = .folderIsGone
    } else if idle >= Self.patience {
      self = .idle
    } else {
      return nil
    }
  }
}
