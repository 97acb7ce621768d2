/// The reason why the reading room closes.
enum VisitEnd: Equatable {
  case interrupted
  /// No page was asked for.
  case idle
  /// A disk was taken out, for example.
  case folderIsGone

  /// The time without a request after which it closes.
  static let patience = Duration.seconds(1800)

  /// Returns nil as long as it stays open.
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
