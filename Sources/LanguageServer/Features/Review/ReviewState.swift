import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import PackratParsing
import SpacedRepetition

extension ReviewRequests {
  /// Returns the session's present card; nil at the end. Drops cards that do not need to be asked
  /// any more.
  func look(at review: inout OpenReview) throws(ResponseError) -> AskedCard? {
    if review.isStopped {
      review.choices = []
    } else {
      try notebook.ask { (notebook) throws(NotebookError) in
        try review.driver.load(from: notebook)
      }
      review.choices = review.session.isRevealed ? review.driver.choices() : []
      if let reason = review.driver.removalReason?.sentence { review.message = reason }
    }
    memory.reviews.update(review)
    return review.isStopped ? nil : review.driver.asked
  }

  func state(of review: inout OpenReview) throws(ResponseError) -> JSONValue {
    let asked = try look(at: &review)
    if review.firstCounts != nil, notebook.knowsDuePrompts {
      review.firstCounts = nil
      memory.reviews.update(review)
    }
    let counts: ReviewCounts
    if let first = review.firstCounts {
      counts = first
    } else {
      counts = try notebook.ask { (notebook) throws(NotebookError) in
        try notebook.reviews.counts()
      }
    }
    let progress = review.session.progress
    return [
      "session": review.id.json,
      "card": asked.map { json(of: $0, isRevealed: review.session.isRevealed) } ?? .null,
      "progress": [
        "done": progress.done.json, "remaining": progress.remaining.json,
        "total": progress.total.json,
      ],
      "canUndo": review.canUndo.json,
      "counts": [
        "due": counts.due.json, "new": counts.new.json,
        "isCounting": review.firstCounts.map { _ in true },
      ],
      "answers": .array(review.choices.map(\.json)),
      "summary": asked == nil ? review.session.summary.json : nil,
      "message": review.message?.json,
    ]
  }

  private func json(of asked: AskedCard, isRevealed: Bool) -> JSONValue {
    let (stored, card) = (asked.stored, asked.card)
    return [
      "kind": card.kind.nameInProtocol.json, "context": card.context.withoutControls.json,
      "front": card.front.json, "frontText": card.front.plain.keepingLines.json,
      "back": isRevealed ? card.back.json : .null,
      "backText": isRevealed ? card.back.plain.keepingLines.json : .null,
      "isSuspended": stored.card.isSuspended.json,
      "note": [
        "uri": uri(of: stored.note).json, "title": stored.note.title.withoutControls.json,
      ],
      "range": stored.range(in: profile.encoding).json,
      "history": stored.card.state.history(now: Date()).json,
    ]
  }

  /// Returns the client's URI of an open note, or else the server's.
  func uri(of note: NoteSummary) -> String {
    let open = documents.values.filter { $0.note == note.id }.map(\.uri).min()
    return open ?? clientNotes.names.uri(of: note, in: notebook.opened?.path ?? "")
  }
}

extension StoredCard {
  /// Returns the range of the block in the note's stored text, without its last line ends. Returns
  /// the text's start if the block is missing.
  func range(in encoding: PositionEncoding) -> LSPRange {
    guard let block else { return LSPRange(line: 0) }
    let snapshot = MiniMarkdownDocument(text).snapshot
    let lines = snapshot.text(in: block).utf8
    let end = lines.reversed().prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return snapshot.lspRange(
      of: block.lowerBound..<max(block.lowerBound, block.upperBound - end.count), in: encoding)
  }
}

extension CardText {
  fileprivate var json: JSONValue {
    .array(
      runs.map { run in
        [
          "text": run.text.keepingLines.json, "style": run.style.rawValue.json,
          "target": run.target?.withoutControls.json,
        ]
      })
  }
}

extension ReviewChoice {
  fileprivate var json: JSONValue {
    [
      "ease": ease.rawValue.json, "title": title.json, "key": String(key).json,
      "interval": (interval ?? "").json,
    ]
  }
}

extension ReviewSession.Summary {
  var json: JSONValue {
    ["answered": answered.json, "correct": correct.json, "incorrect": incorrect.json]
  }
}

extension PromptCollection.Kind {
  fileprivate var nameInProtocol: String {
    switch self {
    case .cloze: "cloze"
    case .quote: "quote"
    case .questionAndAnswer: "question"
    }
  }
}
