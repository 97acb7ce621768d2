import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview
import PackratParsing
import SpacedRepetition

extension ServerCommand {
  static let review: [ServerCommand] =
    [.startReview]
    + ReviewStep.all.filter { $0.name != "state" }.map { step in
      ServerCommand(name(step.name)) { (context, arguments) throws(ResponseError) in
        try context.reviews.take(step, arguments.first ?? .null)
      }
    } + [
      ServerCommand(name("stop")) { (context, arguments) throws(ResponseError) in
        try context.reviews.stop(arguments.first ?? .null)
      }
    ]

  /// `[{uri?, tag?, section?, query?, cram?, limit?}]`, or `[{session}]` to start the review of a
  /// view's session again -> `{uri, text}`: starts a review as a view, and shows it.
  private static let startReview = ServerCommand(name("start")) {
    (context, arguments) throws(ResponseError) in
    let params = arguments.first ?? [:]
    let old = params["session"] == nil ? nil : try context.reviews.review(params)
    let selection: ReviewSelection
    if let old {
      selection = old.selection
    } else {
      selection = try ReviewSelection(json: params, in: context)
    }
    let path = try context.notebook.notebook().path
    let view = old?.view ?? ViewURI(.review(selection), notebookPath: path)
    var review = try context.reviews.start(selection, view: view)
    let rendered = try context.reviews.render(&review)
    if old == nil, context.profile.showsViews { context.showDocument(view.text) }
    context.reviews.changed(review)
    return ["uri": view.text.json, "text": rendered.text.json]
  }

  static func name(_ step: String) -> String { "commonplace.review.\(step)" }
}

extension OpenReview {
  /// The commands of a session in its present state, the most usual first.
  var commands: [Command] {
    func command(_ title: String, _ step: String, ease: Ease? = nil) -> Command {
      Command(
        title: title, command: ServerCommand.name(step),
        arguments: [["session": id.json, "ease": ease?.rawValue.json]])
    }
    let undo = canUndo ? [command("Undo", "undo")] : []
    guard current != nil else { return [command("Start again", "start")] + undo }
    let answers =
      session.isRevealed
      ? choices.map { command($0.label, "answer", ease: $0.ease) }
      : [command("Show answer", "reveal")]
    return answers + [command("Skip", "skip"), command("Suspend", "suspend")] + undo
      + [command("Stop", "stop")]
  }
}

// MARK: In the view

extension ReviewRequests {
  func lenses(in document: OpenDocument) -> [CodeLens] {
    guard let review = review(in: document) else { return [] }
    let line = min(RenderedView.reviewLine, document.snapshot.line(at: document.snapshot.count))
    let range = document.snapshot.lspRange(
      of: document.snapshot.lineRange(line), in: profile.encoding)
    return review.commands.map { CodeLens(range: range, command: $0) }
  }

  fileprivate func review(in document: OpenDocument) -> OpenReview? {
    guard case .review(let selection)? = ViewURI(document.uri)?.content else { return nil }
    return memory.reviews.review(showing: selection)
  }
}

extension CodeActionSource {
  static let reviewSteps = CodeActionSource(kinds: [.quickFix]) { request in
    let commands = request.context.reviews.review(in: request.document)?.commands ?? []
    return commands.map { CodeAction($0, kind: .quickFix) }
  }
}
