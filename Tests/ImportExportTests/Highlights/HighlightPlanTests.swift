import Testing

@testable import ForeignFormats
@testable import ImportExport

/// The reader's own notes to highlights arrive, whatever of the highlight stands in the note already.
@Suite struct HighlightPlanTests {
  private static let position = HighlightPosition(location: 10...12)

  private static func source(_ highlights: ForeignHighlight...) -> ForeignHighlights {
    ForeignHighlights(ForeignHighlightedBook(title: "Walden"), highlights)
  }

  private static func quote(_ note: String?) -> ForeignHighlight {
    ForeignHighlight(text: "Simplify.", note: note, position: position)
  }

  /// Imports into a note twice: the second time nothing changes.
  private func imported(
    _ source: ForeignHighlights, into text: String, _ entries: [HighlightEntry] = [],
    isAgain: Bool = false
  ) -> HighlightPlan {
    let plan = HighlightPlan(source, text: text, entries: entries, isAgain: isAgain)
    let second = HighlightPlan(source, text: plan.text, entries: plan.entries, isAgain: isAgain)
    #expect(second.text == plan.text && second.entries == plan.entries)
    #expect(plan.counts.sum == source.highlights.count)
    return plan
  }

  @Test func theNoteOfATypedQuoteArrives() {
    let text = "# Walden\n\n> simplify (Economy)\n\nMine.\n"
    let plan = imported(Self.source(Self.quote("Yes.\n\nAnd no.")), into: text)
    #expect(plan.text == "# Walden\n\n> simplify (Economy)\n\nYes.\n\nAnd no.\n\nMine.\n")
    #expect(plan.counts.extended == 1 && plan.counts.new == 0)
    #expect(plan.quotes == [])
  }

  /// A note that was typed as well is not there twice.
  @Test(arguments: [
    "> Simplify.\n\nYes.\n\nAnd no.\n", "> Simplify.\nYes.\nAnd no.\n",
    "> Simplify.\n\nMine.\n\nYes.\n\nAnd no.\n\nMore.\n",
  ])
  func aNoteThatIsThereStaysOne(_ text: String) {
    let plan = imported(Self.source(Self.quote("Yes.\n\nAnd no.")), into: text)
    #expect(plan.text == text)
    #expect(plan.counts.same == 1)
  }

  /// Texts that a publisher withholds are all empty: only their positions are different.
  @Test func manyWithheldTextsAreKnownTheSecondTime() {
    let highlights = (0..<300).map { index in
      var highlight = ForeignHighlight(
        text: "", position: HighlightPosition(location: index * 10...index * 10 + 5))
      highlight.isWithheld = true
      return highlight
    }
    let source = ForeignHighlights(ForeignHighlightedBook(title: "Walden"), highlights)
    let first = imported(source, into: "")
    let second = HighlightPlan(source, text: first.text, entries: first.entries)
    #expect(first.counts.new == 300)
    #expect(second.counts.same == 300 && second.entries.count == 300)
  }

  @Test func aPartOfAWordIsNotTheNote() {
    let plan = imported(Self.source(Self.quote("Yes.")), into: "> Simplify.\n\nYesterday.\n")
    #expect(plan.text == "> Simplify.\n\nYes.\n\nYesterday.\n")
  }

  @Test func aNewNoteOfALineThatTheReaderChangedBackArrives() {
    let first = imported(Self.source(Self.quote(nil)), into: "")
    // The same words, and another position: not the line that was imported.
    let text = first.text.replacing(" (loc. 10-12)", with: " (Economy)")
    let plan = imported(Self.source(Self.quote("Yes.")), into: text, first.entries)
    #expect(plan.text.contains("> Simplify. (Economy)\n\nYes."))
    #expect(plan.counts.extended == 1)
  }

  @Test func aNewNoteOfALineThatIsGoneIsListedOnce() {
    let first = imported(Self.source(Self.quote(nil)), into: "")
    let source = Self.source(Self.quote("Yes."))
    let plan = HighlightPlan(source, text: "# Walden\n", entries: first.entries)
    #expect(plan.text == "# Walden\n" && plan.counts.leftAlone == 1)
    #expect(plan.unfollowed == ["(loc. 10-12)"])
    let second = HighlightPlan(source, text: plan.text, entries: plan.entries)
    #expect(second.unfollowed == [] && second.counts.leftAlone == 1)
    let again = imported(source, into: plan.text, plan.entries, isAgain: true)
    #expect(again.text.contains("> Simplify. (loc. 10-12)\n\nYes."))
  }

  /// A note that never came, or that the reader deleted.
  @Test func againBringsTheNote() {
    let source = Self.source(Self.quote("Yes."))
    let first = imported(source, into: "")
    let text = first.text.replacing("Yes.\n", with: "")
    #expect(imported(source, into: text, first.entries).text == text)
    let again = imported(source, into: text, first.entries, isAgain: true)
    #expect(words(again) == ["# Walden", "> Simplify. (loc. 10-12)", "Yes."])
    #expect(again.counts.extended == 1)
    // What the reader made of it stays.
    let changed = imported(source, into: text + "Yes, I do.\n", first.entries, isAgain: true)
    #expect(words(changed).suffix(2) == ["Yes.", "Yes, I do."])
  }

  /// The lines that say something.
  private func words(_ plan: HighlightPlan) -> [Substring] {
    plan.text.split(separator: "\n")
  }

  /// A note about no text, of which only the beginning is there.
  @Test func allParagraphsOfANoteAboutNothingArrive() {
    let note = ForeignHighlight(text: "", note: "One.\n\nTwo.", position: Self.position)
    let plan = imported(Self.source(note), into: "One.\n")
    #expect(plan.text.contains("One.\n\nTwo. (loc. 10-12)") && plan.counts.new == 1)
    #expect(imported(Self.source(note), into: "One.\n\nTwo. (loc. 10-12)\n").counts.same == 1)
  }

  /// It is changed in the source: all of it follows.
  @Test func allParagraphsOfANoteAboutNothingFollow() {
    func note(_ words: String) -> ForeignHighlights {
      Self.source(ForeignHighlight(id: "kobo:1", text: "", note: words, position: Self.position))
    }
    let first = imported(note("One.\n\nTwo."), into: "")
    let plan = imported(note("One!\n\nTwo, and three."), into: first.text, first.entries)
    #expect(plan.text.contains("One!\n\nTwo, and three. (loc. 10-12)"))
    #expect(!plan.text.contains("Two. ") && plan.counts.extended == 1)
  }

  /// Two texts that a publisher withholds have the same line.
  @Test func theNoteOfAWithheldTextArrives() {
    var withheld = ForeignHighlight(text: "", note: "Mine.", position: Self.position)
    withheld.isWithheld = true
    let plan = imported(Self.source(withheld), into: "… (loc. 10-12)\n")
    #expect(plan.text.contains("… (loc. 10-12)\n\nMine."))
  }
}
