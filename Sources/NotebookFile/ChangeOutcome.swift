package enum ChangeOutcome: Sendable, Equatable {
  case untouched
  case nothing
  /// The change was not saved; earlier changes by the same command were.
  case nothingMore
  /// The change is in the working copy, and not yet in the file.
  case onThisMachine
  /// The disk failed during the write, so it is not known whether the change was saved.
  case unknown

  package var sentence: String {
    switch self {
    case .untouched: "Nothing was changed."
    case .nothing: "Nothing was written."
    case .nothingMore: "The changes before this error are saved; nothing else was written."
    case .onThisMachine:
      "Your changes are saved on this machine; the next save tries again to write them to the file."
    case .unknown: "The change may still appear later: check the note before you save it again."
    }
  }
}
