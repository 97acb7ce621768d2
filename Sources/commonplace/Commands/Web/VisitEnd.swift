enum VisitEnd: Equatable {
  case interrupted
  /// No browser that was let in sent a request for `patience`.
  case idle
  /// The notebook's folder is gone, for example because a disk was removed.
  case folderIsGone

  static let patience = Duration.seconds(1800)

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
