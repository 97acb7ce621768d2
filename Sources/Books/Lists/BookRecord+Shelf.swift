extension BookRecord {
  /// Where the book stands now.
  package var shelf: BookShelf {
    if isBeingRead { return .reading }
    if isStopped { return .stopped }
    return hasRead || !readings.isEmpty ? .read : .want
  }
}
