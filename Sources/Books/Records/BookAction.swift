/// Something that a reader does with a book, as commands and editors offer it.
package enum BookAction: Sendable, Equatable {
  /// Begins a reading; without a date, at an unknown time.
  case start(PartialDate?)
  /// Ends it, or notes one of the past.
  case finish(PartialDate)
  /// Gives the book up.
  case stop(PartialDate?)
  /// Puts it back among the books to read: a reading that goes on is given up, and all stay noted. With
  /// `forgets` they are erased, those that ended too.
  case want(forgets: Bool = false)
  /// Gives it stars; nil takes them away.
  case rate(Double?)
  /// Notes the page that was reached; nil forgets it.
  case page(Int?)

  /// The reason why a book stays as it is.
  package enum Refusal: Error, Equatable {
    /// The reading that goes on began after its end.
    case endsBeforeStart(start: PartialDate, end: PartialDate)
    /// Readings that ended would be forgotten.
    case forgetsReadings
    /// Only a book that is being read has a page that was reached.
    case isNotBeingRead
    /// The record is not the one that the user was shown.
    case hasChanged
    /// The note is about no book.
    case isNoBook
  }
}

extension BookRecord {
  /// Throws the reason if `action` makes no sense for this book.
  package func check(_ action: BookAction) throws(BookAction.Refusal) {
    switch action {
    case .finish(let end), .stop(let end?):
      guard let start = readings.first(where: \.isOpen)?.start, end.isBefore(start) else { return }
      throw .endsBeforeStart(start: start, end: end)
    case .want(let forgets):
      if !forgets, wouldForget { throw .forgetsReadings }
    case .page:
      if !isBeingRead { throw .isNotBeingRead }
    case .start, .stop, .rate: break
    }
  }

  /// Whether “want” is refused, since the book was read.
  package var wouldForget: Bool { hasRead || readings.contains { !$0.isOpen } }

  /// Whether the book is as the action would leave it: it was done before, by a form that was sent twice.
  func isDone(_ action: BookAction) -> Bool {
    if case .start(let date) = action {
      return readings.contains { $0.isOpen && $0.start == date }
    }
    var record = self
    record.apply(action)
    return record == self
  }

  /// Does it. An action that `check` refuses changes little or nothing.
  package mutating func apply(_ action: BookAction) {
    switch action {
    case .start(let date): start(date)
    case .finish(let date): finish(date)
    case .stop(let date): stop(date)
    case .want(let forgets): want(forgets: forgets)
    case .rate(let stars): self.stars = stars
    case .page(let page): self.page = page
    }
  }
}

extension BookRecord {
  /// Does it, unless there is a reason not to. `shown` is the version of the record that the user was shown: if it
  /// is another one by now, only an action whose effect is there already succeeds. Nil compares nothing.
  package mutating func apply(
    _ action: BookAction, shown: String?
  ) throws(BookAction.Refusal) {
    if shown != nil, shown != version {
      guard isDone(action) else { throw .hasChanged }
      return
    }
    try check(action)
    apply(action)
  }
}
