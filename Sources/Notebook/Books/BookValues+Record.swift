package import Books

extension BookValues {
  /// Makes the note be about this book. The hashtag for books that were given up comes and goes with that.
  package mutating func set(_ record: BookRecord) {
    let wasStopped = BookRecord(self)?.isStopped ?? false
    (book, own) = (record.book, record.own)
    if record.isStopped != wasStopped { setStopped(record.isStopped) }
  }

  /// Adds the hashtag of books that were given up, or takes it out.
  mutating func setStopped(_ isStopped: Bool) {
    let tag = HashtagPath(BookRecord.stoppedTag)
    let change = TagChange(adding: isStopped ? [tag] : [], removing: isStopped ? [] : [tag])
    let outcome = change.applied(to: text)
    if outcome.isFaithful { text = outcome.text }
  }
}
