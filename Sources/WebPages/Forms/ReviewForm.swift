import Books
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import UserSettings
import WebServer

enum ReviewForm {
  /// Starts a session of due cards: of the notebook, a note, a hashtag, a section of books or a
  /// search. With `cram`, cards need not be due.
  static func begin(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let (scope, title) = try scope(visit) else { return visit.site.refusal(.malformed) }
    var options = visit.site.settings.reviewOptions
    let isCram = visit.formField("cram") == "yes"
    if let limit = visit.formField("limit").flatMap({ Int($0) }) {
      options.limit = min(max(1, limit), 1000)
    }
    let choice = CardChoice(
      limit: options.limit, newPerDay: options.newPerDay, order: options.order, isCram: isCram)
    let seed = UInt64.random(in: .min ... .max)
    let cards: [PromptID]
    if visit.notebook.reviews.areCounted {
      _ = try? visit.notebook.reviews.settle()
      cards = try visit.notebook.reviews.chooseCards(scope, choice, seed: seed)
    } else if let first = try visit.notebook.reviews.chooseFirstCards(scope, choice, seed: seed) {
      cards = first.cards
      visit.site.countDuePrompts()
    } else {
      cards = try visit.notebook.reviews.chooseCards(scope, choice, seed: seed)
    }
    let id = visit.site.reviews.add(
      ReviewDriver(cards, options: options, isCram: isCram), title: title)
    return visit.go(to: HTML.Path("review", id))
  }

  /// Returns the scope that a form names, and its name for people; nil if the note is missing or in
  /// the trash.
  private static func scope(_ visit: Visit) throws(NotebookError) -> (ReviewScope, String)? {
    if let id = visit.formField("note") {
      guard let note = try visit.notebook.summary(of: id), !note.isTrashed else { return nil }
      return (.note(id), note.title)
    }
    if let tag = visit.formField("tag") { return (.tag(tag), tag) }
    if let section = visit.formField("section").flatMap(BookSection.init(word:)) {
      return (.section(section), "books: \(section.word)")
    }
    if let query = visit.formField("query") { return (.search(query), query) }
    return (.notebook, "")
  }

  static func step(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let review = visit.site.reviews.find(visit.value()) else { return visit.missing }
    guard let number = visit.formField("step").flatMap({ Int($0) }),
      let step = visit.formField("do").flatMap(WebReview.Step.init(word:))
    else { return visit.site.refusal(.malformed) }
    try review.take(step, at: number, in: visit.notebook)
    return visit.go(to: HTML.Path("review", review.id))
  }
}

extension WebReview.Step {
  init?(word: String) {
    switch word {
    case "reveal": self = .reveal
    case "skip": self = .skip
    case "suspend": self = .suspend
    case "undo": self = .undo
    default:
      guard let ease = Ease(rawValue: word) else { return nil }
      self = .answer(ease)
    }
  }
}
