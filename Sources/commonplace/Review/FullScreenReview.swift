import Foundation
import SpacedRepetition
import Terminal

struct FullScreenReview {
  let screen: Screen
  let run: ReviewRun
  let environment: [String: String]

  /// Asks until no card is left or the user stops. Returns the signal that ended the review: 0 if
  /// the terminal is gone; nil otherwise.
  func ask() -> Int32? {
    var page = ReviewScreen(run)
    while true {
      let size = screen.size
      page.scroll = min(page.scroll, page.lastScroll(size))
      screen.show(page.lines(size))
      switch screen.next() {
      case .resized: continue
      case .ended(let signal): return signal
      case .key(let key):
        if isEnd(key, page) { return nil }
        if page.isHelp || key == .character("?") {
          // Any key closes the help.
          page.isHelp.toggle()
          page.scroll = 0
        } else if !scroll(key, &page, size) {
          press(key)
          page = ReviewScreen(run)
        }
      }
    }
  }

  private func isEnd(_ key: Key, _ page: ReviewScreen) -> Bool {
    switch key {
    case .character("q"), .control("d"): true
    case .escape: !page.isHelp
    case .character(" "), .enter: page.card == nil && page.isOver
    default: false
    }
  }

  private func scroll(_ key: Key, _ page: inout ReviewScreen, _ size: ScreenSize) -> Bool {
    switch key {
    case .up: page.scroll -= 1
    case .down: page.scroll += 1
    case .pageUp: page.scroll -= max(1, size.rows - 6)
    case .pageDown: page.scroll += max(1, size.rows - 6)
    default: return false
    }
    page.scroll = min(max(0, page.scroll), page.lastScroll(size))
    return true
  }

  private func press(_ key: Key) {
    switch key {
    case .character(" "), .enter:
      if run.session.isRevealed { run.answer(.good) } else { run.reveal() }
    case .left: run.answer(.again)
    case .right: run.answer(.good)
    case .character("u"): run.undo()
    case .character("s"): run.suspend()
    case .character("k"): run.skip()
    case .character("e"):
      run.edit(
        with: NoteEditor(environment: environment) { [screen] body in screen.outside(body) })
    case .character(let character):
      if let number = character.wholeNumberValue { run.choose(number) }
    default: break
    }
  }
}

extension ReviewScreen {
  init(_ run: ReviewRun) {
    self.init(
      card: run.card, isRevealed: run.session.isRevealed, progress: run.session.progress,
      summary: run.session.summary, choices: run.choices, message: run.message,
      isOver: run.session.current == nil)
  }
}
