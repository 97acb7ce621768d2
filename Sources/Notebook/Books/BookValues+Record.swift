package import Books

extension BookValues {
  /// If this changes whether the book is abandoned, adds or removes the hashtag for abandoned
  /// books.
  package mutating func set(_ record: BookRecord) {
    let wasStopped = BookRecord(self)?.isStopped ?? false
    (book, own) = (record.book, record.own)
    if record.isStopped != wasStopped { setStopped(record.isStopped) }
  }

  /// Adds or removes the hashtag for abandoned books. Keeps the text if other hashtags would
  /// change.
  mutating func setStopped(_ isStopped: Bool) {
    let tag = HashtagPath(BookRecord.stoppedTag)
    let change = TagChange(adding: isStopped ? [tag] : [], removing: isStopped ? [] : [tag])
    let outcome = change.applied(to: text)
    if outcome.isFaithful { text = outcome.text }
  }
}
