import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import UserSettings

struct ReviewStartPage: WebPage {
  /// The numbers of prompts; nil while due prompts are counted.
  var counts: ReviewCounts?
  var limit = 20
  var isReadOnly = false

  init(_ visit: Visit) throws(NotebookError) {
    isReadOnly = visit.site.isReadOnly
    limit = visit.site.settings.reviewLimit
    if visit.notebook.reviews.areCounted {
      counts = try visit.notebook.reviews.counts()
    } else {
      visit.site.countDuePrompts()
    }
  }

  var title: String { "Review" }
  var part: SitePart? { .review }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    HTML(.p, .class("number")) {
      if let counts {
        HTML(.b) { "\(counts.due)" }
        counts.due == 1 ? " prompt is due" : " prompts are due"
        ", \(counts.new) of them new. Answered today: \(counts.answeredToday)."
      } else {
        "Counting due prompts…"
      }
    }
    if isReadOnly {
      HTML(.p) { "Read-only: start “commonplace web” without --read-only to review." }
    } else {
      FormParts.post(HTML.Path("review"), .class("bar")) {
        FormParts.button("Start", .set(.key, "Enter"))
      }
      HTML(.section) {
        HTML(.h2) { "Filter" }
        FormParts.post(HTML.Path("review"), .class("stack")) {
          FormParts.text("tag", "Notes with this hashtag", .set(.placeholder, "#books/essays"))
          FormParts.choice(
            "section", "Books",
            [("", "any"), ("want", "want to read"), ("reading", "reading"), ("read", "read")],
            selected: "")
          FormParts.text("query", "Notes that match a search")
          FormParts.text(
            "limit", "Maximum number of cards", value: "\(limit)", type: "number", .set(.min, 1),
            .set(.max, 1000))
          FormParts.choice(
            "cram", "Cards", [("", "due cards"), ("yes", "all cards, without recording answers")],
            selected: "")
          FormParts.button("Start")
        }
      }
    }
  }
}

struct ReviewPage: WebPage {
  let id: String
  let name: String
  let step: Int
  let message: String?
  let card: Card?
  let note: NoteSummary?
  let choices: [ReviewChoice]
  let isRevealed: Bool
  let progress: ReviewSession.Progress
  let summary: ReviewSession.Summary
  let canUndo: Bool
  let isCram: Bool

  /// Nil if the session does not exist any more.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let review = visit.site.reviews.find(visit.value()) else { return nil }
    let state = try review.look(visit.notebook)
    let driver = state.driver
    (id, name, step, message) = (review.id, review.title, state.step, state.message)
    card = driver.asked?.card
    note = driver.asked?.stored.note
    isRevealed = driver.session.isRevealed
    choices = isRevealed ? driver.choices() : []
    (progress, summary) = (driver.session.progress, driver.session.summary)
    (canUndo, isCram) = (driver.session.canUndo, driver.session.isCram)
  }

  var title: String { name.isEmpty ? "Review" : "Review: \(name)" }
  var part: SitePart? { .review }

  @HTMLBuilder var main: HTML {
    HTML(.h1, .class("small")) { HTML(.bdi) { Words.short(title, 100) } }
    HTML(.p, .class("progress")) {
      HTML(
        .progress, .set(.value, progress.done), .set(.max, max(1, progress.total)),
        .set(.ariaLabel, "Cards done"))
      " \(progress.done) of \(progress.total)"
      if progress.again > 0 { ", \(progress.again) will be asked again" }
      if isCram { ", answers are not recorded" }
    }
    if let message { HTML(.p, .class("notice"), .set(.role, "status")) { message } }
    if let card { shown(card) } else { end }
  }

  @HTMLBuilder private func shown(_ card: Card) -> HTML {
    HTML(.article, .class("card"), .set(.ariaLabel, "Card"), .set(.tabindex, -1)) {
      HTML(.p, .class("context"), .set(.dir, "auto")) { card.context }
      HTML(.div, .class("front"), .set(.dir, "auto")) { side(card.front) }
      if isRevealed {
        HTML(.div, .class("back"), .set(.dir, "auto"), .set(.ariaLive, "polite")) {
          side(card.back)
        }
      }
    }
    form {
      if isRevealed {
        HTML(.div, .class("answers")) {
          for choice in choices {
            HTML(
              .button, .set(.type, "submit"), .set(.name, "do"), .set(.value, choice.ease.rawValue),
              .set(.key, keys(choice)), .class("answer-\(choice.ease.rawValue)")
            ) {
              HTML(.b) { choice.title }
              if let interval = choice.interval { HTML(.small) { interval } }
            }
          }
        }
      } else {
        HTML(.div, .class("answers")) {
          button("Show the answer", "reveal", "Enter Space", "main")
        }
      }
      HTML(.div, .class("others")) {
        button("Skip", "skip", "k", "quiet")
        button("Suspend", "suspend", "s", "quiet")
        if canUndo { button("Undo", "undo", "u", "quiet") }
      }
    }
    // The source would reveal part of the answer.
    if isRevealed, let note {
      HTML(.p, .class("quiet")) {
        "From "
        NoteParts.link(note)
      }
    }
    HTML(.p, .class("quiet scripted")) {
      "Keys: Space shows the answer, numbers answer, k skips, s suspends, u undoes."
    }
  }

  @HTMLBuilder private var end: HTML {
    HTML(.section) {
      HTML(.h2) { progress.total == 0 ? "No cards to review" : "Done" }
      if summary.answered > 0 {
        HTML(.p) { "Answers: \(summary.answered), right: \(summary.correct)." }
      }
    }
    if canUndo { form { HTML(.div, .class("others")) { button("Undo", "undo", "u", "quiet") } } }
    HTML(.p) {
      HTML(.a, .class("button"), .href(HTML.Address("review"))) { "Start another review" }
    }
  }

  private func form(@HTMLBuilder contents: () -> HTML) -> HTML {
    FormParts.post(HTML.Path("review", id), .class("review")) {
      FormParts.hidden("step", "\(step)")
      contents()
    }
  }

  private func button(_ words: String, _ step: String, _ keys: String, _ style: String) -> HTML {
    FormParts.button(
      words, .set(.name, "do"), .set(.value, step), .set(.key, keys), .class(style))
  }

  private func keys(_ choice: ReviewChoice) -> String {
    switch choice.ease {
    case .again: "\(choice.key) ArrowLeft"
    case .good: "\(choice.key) ArrowRight"
    default: "\(choice.key)"
    }
  }

  @HTMLBuilder private func side(_ text: CardText) -> HTML {
    for run in text.runs { self.run(run) }
  }

  private func run(_ run: CardText.Run) -> HTML {
    switch run.style {
    case .plain: return HTML(run.text)
    case .emphasis: return HTML(.em) { run.text }
    case .strong: return HTML(.strong) { run.text }
    case .code: return HTML(.code) { run.text }
    case .hint: return HTML(.span, .class("hint")) { run.text }
    case .blank:
      return HTML(.span, .class("blank")) {
        HTML(.span, .set(.ariaHidden, "true")) { run.text }
        HTML(.span, .class("unseen")) { "blank" }
      }
    case .answer: return HTML(.b, .class("answer")) { run.text }
    case .caption: return HTML(.span, .class("caption")) { run.text }
    case .image:
      guard let note, let key = run.target, let path = NoteHTML.Targets.of(note: note.id).image(key)
      else { return HTML(.span, .class("missing")) { run.text } }
      return HTML(.img, .src(path), .set(.alt, run.text))
    }
  }
}
