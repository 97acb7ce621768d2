package import PackratParsing

extension DiagnosticRule {
  static let repeatedPrompt = card(
    "repeated-prompt", "Duplicate prompt: this text already has it. Keep one of the two.")
  static let answerTooLong = card(
    "answer-too-long",
    "This answer is longer than 200 characters: split it into several prompts.")
  static let clozeHidesSentence = card(
    "cloze-hides-sentence",
    "This cloze hides the whole sentence: hide less, or add a hint between “[” and “]”.")
  static let questionContainsAnswer = card(
    "question-contains-answer", "The question contains its answer: rephrase it.")
  package static let quoteWithoutSource = card(
    "quote-without-source",
    "This quote has no source: end it with one in parentheses, or add a book or heading to the "
      + "note.")

  private static func card(_ code: String, _ message: String) -> DiagnosticRule {
    DiagnosticRule(code, .hint, in: .notesAndFiles, says: message, find: .cardQuality, fix: .none)
  }
}

/// Finds prompts that are valid but weak. Hints about them are not among `diagnostics`, because the
/// quality of a card is a matter of taste.
extension DocumentSnapshot {
  /// Returns the hints of a text in order, outside foreign text, and at most `limit`; those found
  /// so far if `isWanted` becomes false. `hasBook` is whether the note is about a book. Cost:
  /// linear in the text.
  package func cardQuality(
    hasBook: Bool, limit: Int = .max, while isWanted: () -> Bool = { true }
  ) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    // The first range that asks each text.
    var asked: [String: Range<Int>] = [:]
    var unsourced: [NoteDiagnostic] = []
    var hasHeading = false
    var isComplete = true
    for block in blocks {
      guard isWanted(), found.count < limit else {
        isComplete = false
        break
      }
      for root in roots(of: block) {
        found += cardQuality(of: root)
        for (key, range) in root.askedTexts {
          if let first = asked[key] {
            found.append(NoteDiagnostic(.repeatedPrompt, range, related: [first]))
          } else {
            asked[key] = range
          }
        }
        hasHeading = hasHeading || Heading(root).map { !$0.title.isEmpty } ?? false
        if !hasBook, !hasHeading, unsourced.count < limit, let quote = Quote(root),
          ChapterAndVerse.start(in: quote.quotedText.unicodeScalars) == nil
        {
          unsourced.append(NoteDiagnostic(.quoteWithoutSource, block.withoutLineEnd(root.range)))
        }
      }
    }
    if !hasHeading, isComplete { found += unsourced }
    let foreign = ForeignText(self)
    if !foreign.isEmpty { found.removeAll { foreign.overlaps($0.range) } }
    found.sort { ($0.start, $0.code) < ($1.start, $1.code) }
    return found.count > limit ? Array(found.prefix(limit)) : found
  }

  private func cardQuality(of root: Syntax) -> [NoteDiagnostic] {
    if let pair = QuestionAndAnswer(root) { return cardQuality(of: pair) }
    return root.all(.paragraph).flatMap { paragraph in
      paragraph.children.compactMap(Cloze.init).flatMap { cloze in
        var found = Self.tooLong(cloze.syntax.child(.clozeAnswer))
        if cloze.hint.trimmed.isEmpty, cloze.hidesSentence(of: paragraph) {
          found.append(NoteDiagnostic(.clozeHidesSentence, cloze.syntax.range))
        }
        return found
      }
    }
  }

  private func cardQuality(of pair: QuestionAndAnswer) -> [NoteDiagnostic] {
    var found = Self.tooLong(pair.syntax.child(.qnaAnswer))
    if let question = pair.syntax.child(.qnaQuestion),
      pair.answer.words.isContained(in: pair.question.words)
    {
      found.append(NoteDiagnostic(.questionContainsAnswer, question.range))
    }
    return found
  }

  private static func tooLong(_ answer: Syntax?) -> [NoteDiagnostic] {
    guard let answer, answer.range.count > 200, answer.text.trimmed.count > 200 else { return [] }
    return [NoteDiagnostic(.answerTooLong, answer.range)]
  }
}

extension Syntax {
  /// The texts that the node asks: its quote, and its paragraphs with clozes. Each has its range and
  /// a key; texts with equal prompts have equal keys.
  fileprivate var askedTexts: [(key: String, range: Range<Int>)] {
    var asked: [(String, Range<Int>)] = []
    func add(_ kind: String, _ text: String, _ syntax: Syntax) {
      let scalars = text.unicodeScalars
      let end = ChapterAndVerse.start(in: scalars) ?? scalars.count
      let words = String(String.UnicodeScalarView(scalars.prefix(end))).words
      if words.isEmpty { return }
      asked.append((kind + words.joined(separator: " "), block.withoutLineEnd(syntax.range)))
    }
    if let quote = Quote(self) { add("> ", quote.quotedText, self) }
    for paragraph in all(.paragraph) where paragraph.child(.cloze) != nil {
      add("", paragraph.text, paragraph)
    }
    return asked
  }
}

extension Cloze {
  /// Returns whether the answer is the whole of a sentence, or of `paragraph`, which contains the
  /// cloze.
  fileprivate func hidesSentence(of paragraph: Syntax) -> Bool {
    let block = syntax.block
    let whole = paragraph.range
    let before = block.text(in: whole.lowerBound..<syntax.range.lowerBound).trimmed
    let after = block.text(in: syntax.range.upperBound..<whole.upperBound)
    let answer = answer.trimmed
    if answer.isEmpty { return false }
    let isEnd = answer.last?.endsSentence == true
    let endsHere =
      after.words.isEmpty || after.first?.endsSentence == true
      || isEnd && after.first?.isWhitespace == true
    if before.words.isEmpty { return endsHere }
    // A single word after a full stop may be a name after a title: “Dr. ?[](Smith).”
    return endsHere && before.last?.endsSentence == true && answer.words.count > 1
  }
}

extension Character {
  fileprivate var endsSentence: Bool { ".!?…。！？".contains(self) }
}

extension String {
  /// The words in lower case, without punctuation; an ideographic character is a word.
  fileprivate var words: [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in lowercased() {
      if character.unicodeScalars.first?.properties.isIdeographic == true {
        end()
        words.append(String(character))
      } else if character.isLetter || character.isNumber {
        word.append(character)
      } else if character != "'" && character != "’" {
        end()
      }
    }
    end()
    return words
  }
}

extension [String] {
  /// Returns whether `words` contains this array contiguously. False if the array is empty or has
  /// more than 50 elements. Cost: linear in `words`, at worst 50 times.
  fileprivate func isContained(in words: [String]) -> Bool {
    guard let first, count <= Swift.min(words.count, 50) else { return false }
    return (0...words.count - count).contains { start in
      words[start] == first && words[start..<start + count].elementsEqual(self)
    }
  }
}
