import MiniMarkdown
import NoteGenerator
import Testing

@Suite struct GeneratedNotebookTests {
  @Test func followsFromTheSeed() {
    let notebook = GeneratedNotebook(seed: 7, noteCount: 1_000)
    let again = GeneratedNotebook(seed: 7, noteCount: 1_000)
    let other = GeneratedNotebook(seed: 8, noteCount: 1_000)
    for number in [0, 1, 500, 999] {
      #expect(notebook.note(number).text == again.note(number).text)
      #expect(notebook.note(number).id == again.note(number).id)
      #expect(notebook.note(number).text != other.note(number).text)
    }
    #expect(Set((0..<1_000).map { notebook.note($0).id }).count == 1_000)
  }

  @Test func isLikeANotebook() {
    let notebook = GeneratedNotebook(seed: 1, noteCount: 2_000)
    let notes = (0..<2_000).map(notebook.note)
    let contents = notes.map { NoteContent(text: $0.text) }
    #expect((1_000...1_400).contains(notes.count { $0.book != nil }))
    #expect((20...80).contains(notes.count { $0.isTrashed }))
    #expect(Set(notes.map(\.session)).count == notebook.sessionCount)
    #expect(zip(notes, notes.dropFirst()).allSatisfy { $0.created <= $1.created })
    #expect(contents.allSatisfy { !$0.title.isEmpty })
    #expect(contents.count { !$0.hashtags.isEmpty } > 1_400)
    #expect(contents.count { !$0.promptCollections.isEmpty } > 800)
    let bytes = notes.reduce(0) { $0 + $1.text.utf8.count } / notes.count
    #expect((1_000...2_000).contains(bytes))
  }

  @Test func hasAThousandHashtagsInLevels() {
    let tags = (0..<1_000).map(GeneratedNotebook.hashtag)
    #expect(Set(tags).count == 1_000)
    #expect(tags.count { $0.contains("/") } > 500)
    #expect(tags.allSatisfy { NoteContent(text: $0).hashtags == [$0] })
  }

  /// The second half of all words is used about as often as Zipf's law has it.
  @Test func hasFewCommonWordsAndManyRareOnes() {
    let notebook = GeneratedNotebook(seed: 3, noteCount: 500)
    var counts: [Substring: Int] = [:]
    for number in 0..<500 {
      for word in notebook.note(number).text.split(whereSeparator: { !$0.isLetter }) {
        counts[word, default: 0] += 1
      }
    }
    let sum = counts.values.reduce(0, +)
    let most = Substring(GeneratedNotebook.word(rank: 0))
    #expect((counts[most] ?? 0) * 100 > sum)
    #expect(counts.values.count { $0 == 1 } * 3 > counts.count)
  }
}
