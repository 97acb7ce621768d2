import Base
import Foundation
import GRDB
import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// The last word matches as a prefix, whatever porter makes of it.
@Suite struct UnfinishedWordTests {
  /// Words that porter changes much, little and not at all, and some that look like them.
  private static let words = """
    abilities ability abundantly accompanied acquittal added addition adventurer agreed agreeable
    agreement allowance analogously animal announcing anthropology apologies appearance argument
    artificially asses attempted attentively authorization availability baking bathing beautiful
    beautifully becoming beginnings being believable bibliographies boys boyfriend bottled busily
    businesses buyer café Cafés calmly capability carelessness carried ceaselessly certainties
    characterized cities classically coincidence collaborators commoner communism communities
    comparison completely complexity conditional conditionally conditioned conflated connectivity
    consciousness consolations continental controller controlling conventions creation criticism
    daring daringly day daylight deafness decency decision decisiveness defensible defiantly
    denied dependent descriptively determination devotional dialogue dies differently digitizer
    documentation documented dying easily easygoing education educational effective egotism
    electricity elegantly emotionally emphasized enjoyed entirely equality essays
    every everything existence expectancy explanations eyes façade failing falling familiarity
    fanaticism fatalities filing fired fizzed flexibility flies formalities formative formulation
    franchise freely fundamentalism funnily generalizations generously going gradually grasses
    gravity happily happiness happinesses happy helpfulness hesitancy hippopotami historical
    history hissed hitting homologous hopefulness hoping hopping horses humorously hundredth
    Iced icing ideally identification imaginative immensely immobilized imperialist inning
    independently indicative indelicateness inference infuriated instantly instruments intensities
    irrational irritant island itemizing jealously journey justification kindnesses king knew
    knowledgeable lately laying legalized lies liveliness loneliness lovingly luxuriating lying
    magically manageable marvellous matting meanness mechanism messes misused moaned modality
    motoring museums naïve naïveté nationality naturalism necessarily negotiator news nobility
    obediently obscurity observational occurring offing operator operatic ordinarily oscillators
    oversimplification owed palatable particularities passes perceptively plastered playground
    plays poetically ponies possibility predication preferred probably proportional quietness
    quizzes radically rate rational realism reasonableness reflections relational relativity
    relied replacement résumés revival rhythms roll rolling running saddened satisfied seeing
    sensational sensibilities sensitivity shy simplicity simplification singing sized skies sky
    skylights sleeplessness socialism spiritually squareness squatting stabilize stated studies
    studying success sweetness symbolically tanned telephonic theirs they theyre ties tolerance
    traditional triplicate troubled truthfully typically universalism university unreasonably
    used usefulness using vacancies valency vietnamization vigilantly violently visited visually
    was washing weariness whiteness whiskies wilfully wizardry wording yearning yeses zoology
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Stems as the index makes them.
  private static func stems(of words: [String]) throws -> [String] {
    try DatabaseQueue().read { db in
      let tokenizer = try db.makeTokenizer(.porter())
      return try words.map { try tokenizer.tokenize(document: $0).map(\.token).joined() }
    }
  }

  private static func folded(_ word: String) -> String {
    word.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
  }

  /// Every beginning of a word finds the word, and nothing else but words that begin so too or
  /// share the stem of what is typed, should that be a whole word.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func findsEveryWordByEveryBeginning(seed: UInt64) throws {
    let fixture = try NotebookFixture(notes: Self.words.map { $0 + "\n\n2, 3…" })
    let notebook = try fixture.open()
    let stems = try Self.stems(of: Self.words)
    var random = SeededGenerator(seed: seed)
    for word in Self.words.shuffled(using: &random).prefix(40) {
      let beginnings = word.indices.map { String(word[...$0]) }
      for (beginning, stem) in zip(beginnings, try Self.stems(of: beginnings)) {
        let expected = zip(Self.words, stems).filter { word, wordStem in
          Self.folded(word).hasPrefix(Self.folded(beginning)) || wordStem == stem
        }.map(\.0)
        let typed = Bool.random(using: &random) ? beginning : beginning.capitalized
        let results = try notebook.searches.run(SearchQuery(parsing: typed), limit: .max)
        #expect(results.hits.map(\.note.title).sorted() == expected.sorted(), "\(typed)")
        #expect(results.total == expected.count)
        #expect(results.hits.allSatisfy { $0.highlights == [0..<$0.note.title.utf16.count] })
      }
    }
  }

  @Test(arguments: [
    ("happin", ["full", "people"]), ("pursuit happin", ["full", "people"]),
    ("\"of happin", ["full"]), ("\"of happy", ["full", "people"]), ("-people happin", ["full"]),
    ("happin.", []), ("\"happin\"", []), ("deja", ["people"]), ("unhappin", []),
    ("seren", ["full", "book"]), ("serenit", ["book"]), ("résumé", ["full"]),
    ("resumptio", []), ("every", ["full"]), ("thei", ["people"]), ("offi", ["full"]),
  ])
  func findsInTexts(query: String, ids: [String]) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote(
      "full", text: "The pursuit of HAPPINESS: everything serene, the résumé—offing.")
    try fixture.putNote(
      "people", text: "The pursuit of happy people. “Happiness” is theirs; déjà vu.")
    try fixture.putNote("book", text: "The", book: ("Serenities", "A. Writer", []))
    let results = try fixture.open().searches.run(SearchQuery(parsing: query))
    #expect(results.hits.map(\.note.id).sorted() == ids.sorted())
    #expect(results.total == ids.count)
  }

  /// A text that is not read in full by the check, or not as UTF-8, is found all the same.
  @Test func findsInStrangeTexts() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("new", text: "happiness")
    try fixture.put("new", ".noteText", text: "sadness", author: 2, at: "2025-01-01 00:00:00.000")
    try fixture.putNote("broken")
    try fixture.execute(
      """
      INSERT INTO author VALUES (X'01', 'x', 1, NULL);
      INSERT INTO entry VALUES ('broken', '.noteText', X'01', 1, '2024', 1,
        CAST(X'FFE220' || 'na' || X'C3AF' || 'vely ' || X'E280' || 'happiness' AS TEXT),
        NULL, NULL, NULL)
      """)
    let notebook = try fixture.open()
    for query in ["happin", "naivel"] {
      let hits = try notebook.searches.run(SearchQuery(parsing: query)).hits
      #expect(hits.map(\.note.id) == ["broken"], "\(query)")
    }
    #expect(try notebook.searches.run(SearchQuery(parsing: "sadn")).hits.map(\.note.id) == ["new"])
  }
}
