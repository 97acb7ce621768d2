import JSON
import Testing

/// Parts of texts, beside the values that are read of whole ones.
@Suite struct JSONOutlineTests {
  @Test(arguments: JSONOracleTests.seeds)
  func partsAreThoseOfTheWholeValue(seed: UInt64) throws {
    var (random, outline) = (RandomJSON(seed: seed), JSONOutline())
    for _ in 0..<25 {
      let text = random.spelling(of: random.value(depth: 4))
      let value = try JSONValue(parsing: Array(text.utf8), replacesLoneSurrogates: false)
      #expect(try outline.read(text) { $0.value } == value, "seed \(seed)")
      #expect(try outline.read(text) { $0.array?.map(\.string) } == value.array?.map(\.string))
      #expect(try outline.read(text) { $0.array?.map(\.double) } == value.array?.map(\.double))
    }
  }

  @Test(arguments: JSONOracleTests.seeds)
  func damagedTextsAreJudgedAlike(seed: UInt64) {
    var (random, outline) = (RandomJSON(seed: seed), JSONOutline())
    for _ in 0..<50 {
      let bytes = random.damaged(Array(random.spelling(of: random.value(depth: 3)).utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      Self.expectSame(text, &outline, "seed \(seed)")
    }
  }

  @Test(arguments: [
    #""\"\\\/\b\f\n\r\t""#, #""\u00e9\uD834\uDD1E""#, #""\uD834""#, #""\uDD1E\uD834""#, #""\x""#,
    #""\u12""#,
    #""\"#, #""\u"#, #""a\"#, #"""#, #"{"\u0061":1,"a\/b":"\/"}"#, "\"\\\n\"", #""\é""#,
  ])
  func escapesAreCheckedAlike(_ text: String) {
    var outline = JSONOutline()
    Self.expectSame(text, &outline, "")
  }

  private static func expectSame(
    _ text: String, _ outline: inout JSONOutline, _ comment: Comment
  ) {
    let whole = Result {
      try JSONValue(parsing: Array(text.utf8), replacesLoneSurrogates: false)
    }
    let part = Result { try outline.read(text) { $0.value } }
    switch (whole, part) {
    case (.success(let whole), .success(let part)): #expect(whole == part, comment)
    case (.failure(let whole as JSONError), .failure(let part as JSONError)):
      #expect(whole == part, comment)
    default: Issue.record("one reads \(text.debugDescription), the other does not; \(comment)")
    }
  }
}
