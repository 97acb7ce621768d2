/// The outcome of a change, as far as it is known. Every sentence about that is made here, of what is known.
package enum ChangeOutcome: Sendable, Equatable {
  /// The file was looked at only.
  case untouched
  /// Nothing of it is kept.
  case nothing
  /// Nothing of it is kept; changes that the same command made before are.
  case nothingMore
  /// It is in the working copy, and not in the file yet.
  case onThisMachine
  /// The disk failed in the middle, and does not say which of the two it is.
  case unknown

  package var sentence: String {
    switch self {
    case .untouched: "Nothing was changed."
    case .nothing: "Nothing was written."
    case .nothingMore: "The changes before it are saved; nothing else was written."
    case .onThisMachine:
      "They are saved on this machine: the next save tries again to write them to the file."
    case .unknown: "It may still be saved later: look at the note before you save it again."
    }
  }
}
