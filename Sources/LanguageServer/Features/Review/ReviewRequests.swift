import JSON
import LanguageServerProtocol
import NotebookFile
import NotebookReview
import SpacedRepetition

extension Feature {
  /// The review requests. They use the notebook's queue, except `counts`: editors request it by a
  /// timer.
  static let review: [Feature] =
    [.startReview] + ReviewStep.all.map { Feature($0) } + [
      .stopReview, .resumePrompts, .reviewCounts,
    ]

  /// `{uri?, tag?, section?, query?, cram?, limit?}` -> the state of a new session.
  private static let startReview = Feature("commonplace/review/start", queue: .notebook) { _ in
    (["experimental", "commonplace", "review"], true)
  } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
    var review = try context.reviews.start(try ReviewSelection(json: params, in: context))
    return try context.reviews.state(of: &review)
  }

  /// `{session, ease?}` -> the state after a step.
  private init(_ step: ReviewStep) {
    self.init("commonplace/review/\(step.name)", queue: .notebook, writes: step.writes) { _ in
      nil
    } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
      try context.reviews.take(step, params)
    }
  }

  /// `{session}` -> `{answered, correct, incorrect}`: ends a session.
  private static let stopReview = Feature("commonplace/review/stop", queue: .notebook) { _ in
    nil
  } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
    try context.reviews.stop(params)
  }

  /// `{uri?}` -> `{resumed}`: resumes the suspended prompts of a note, or of the notebook; returns
  /// their number.
  private static let resumePrompts = Feature(
    "commonplace/review/resume", queue: .notebook, writes: true
  ) { _ in
    nil
  } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
    let uri: String? = try params.paramIfPresent("uri")
    let note = try uri.map { (uri) throws(ResponseError) in try context.note(named: uri) }
    let resumed = try context.notebook.record { (notebook) throws(NotebookError) in
      try notebook.reviews.resumeAll(in: note)
    }
    return ["resumed": resumed.json]
  }

  /// `{uri?}` -> `{due, new, answeredToday}`: the counts of a note, of the notes of a view, or of
  /// the notebook.
  private static let reviewCounts = Feature("commonplace/review/counts", queue: .survey) { _ in
    (["experimental", "commonplace", "reviewCounts"], true)
  } answer: { (context, params: JSONValue) throws(ResponseError) -> JSONValue in
    let uri: String? = try params.paramIfPresent("uri")
    let scope = try uri.map { (uri) throws(ResponseError) in try context.reviews.scope(of: uri) }
    let counts = try context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.reviews.counts(scope ?? .notebook)
    }
    return counts.json
  }
}

extension ReviewCounts {
  var json: JSONValue {
    ["due": due.json, "new": new.json, "answeredToday": answeredToday.json]
  }
}
