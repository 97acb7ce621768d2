package enum BookAction: Sendable, Equatable {
  /// Starts a reading; nil is an unknown date.
  case start(PartialDate?)
  /// Ends the open reading, or records a past one.
  case finish(PartialDate)
  /// Abandons the book; nil is an unknown date.
  case stop(PartialDate?)
  /// Moves the book back to the books to read. An open reading becomes an abandoned one. Refused if
  /// the book was read, except with `forgets`, which erases all readings.
  case want(forgets: Bool = false)
  case rate(Double?)
  /// Sets the page that was reached; nil removes it.
  case page(Int?)

  package enum Refusal: Error, Equatable {
    /// The open reading started after the end that was given.
    case endsBeforeStart(start: PartialDate, end: PartialDate)
    /// The date is certainly after today.
    case isInFuture(PartialDate)
    case forgetsReadings
    /// The page can only be set while the book is being read.
    case isNotBeingRead
    case hasChanged
    case isNoBook
  }
}

extension BookAction {
  private var date: PartialDate? {
    switch self {
    case .start(let date), .stop(let date): date
    case .finish(let date): date
    case .want, .rate, .page: nil
    }
  }

  fileprivate func futureDate(today: PartialDate) -> PartialDate? {
    date.flatMap { today.isBefore($0) ? $0 : nil }
  }
}

extension BookRecord {
  package func check(
    _ action: BookAction, today: PartialDate = .today
  ) throws(BookAction.Refusal) {
    if let date = action.futureDate(today: today) { throw .isInFuture(date) }
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

  /// Whether the book was read, so that `want` is refused without `forgets`.
  package var wouldForget: Bool { hasRead || readings.contains { !$0.isOpen } }

  /// Whether the action was already done, as when a form is sent twice.
  func isDone(_ action: BookAction) -> Bool {
    if case .start(let date) = action {
      return readings.contains { $0.isOpen && $0.start == date }
    }
    var record = self
    record.apply(action)
    return record == self
  }

  /// Applies the action without `check`.
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
  /// `shown` is the version of the record that the user saw. If the record has another version now,
  /// only an action that was already done succeeds. Nil skips this comparison.
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
