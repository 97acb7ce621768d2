import Testing

@testable import GrammarCompiler

/// The compiler's error for a grammar that it refuses, with its position.
@Suite struct GrammarErrorTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var grammar: String
    var error: String
    var testDescription: String { error }
  }

  @Test(arguments: [
    Example(grammar: "", error: "1:1: the grammar has no rules"),
    Example(
      grammar: "document <- block**\nblock <- .",
      error: "1:1: the first rule must be 'document <- kind{ block** }'"),
    Example(
      grammar: "document <- document{ block** }\nblock <- a / b\na <- 'x'",
      error: "3:6: expected an expression"),
    Example(
      grammar: "document <- document{ block** }\nblock <- a / b\na <- \"x\"",
      error: "2:14: rule 'b' is not defined"),
    Example(
      grammar: "document <- document{ block** }\nblock <- .:text\nother <- .",
      error: "3:1: rule 'other' is never used"),
    Example(
      grammar: "document <- document{ block** }\nblock <- .:text\nblock <- .",
      error: "3:1: rule 'block' is defined twice"),
    Example(
      grammar: "document <- document{ block** }\nblock <- a:text\na <- \"x\"? b\nb <- a \"y\" / .",
      error: "3:1: rule 'a' is left recursive: it can reach itself before it consumes input"),
    Example(
      grammar: "document <- document{ block** }\nblock <- (a .):text\na <- .:inner .",
      error: "2:1: in rule 'block', the leaf 'text' contains nodes"),
    Example(
      grammar: "document <- document{ block** }\nblock <- \"abc:text",
      error: "2:10: this literal has no closing '\"'"),
    Example(
      grammar: "document <- document{ block** }\nblock <- [abc:text",
      error: "2:10: this set has no closing ']'"),
    Example(
      grammar: "document <- document{ block** }\nblock <- [z-a]",
      error: "2:14: this range ends before it starts"),
    Example(
      grammar: "document <- document{ block** }\nblock <- [\\p{Greek}]",
      error: "2:11: unknown Unicode property 'Greek': use Nd or Emoji"),
    Example(
      grammar: "document <- document{ block** }\nblock <- \"\\u{D800}\"",
      error: "2:12: 'D800' is not a Unicode scalar"),
    Example(
      grammar: "document <- document{ block** }\nblock <- .{4,2}",
      error: "2:12: {4,2} is not valid: write {minimum,maximum}, a maximum above 0"),
    Example(
      grammar: "document <- document{ block** }\nblock <- span(.)\nspan <- .",
      error: "2:10: rule 'span' does not take an argument"),
    Example(
      grammar: "document <- document{ block** }\nblock <- span\nspan(D) <- D . D",
      error: "2:10: rule 'span' needs an argument"),
    Example(
      grammar: """
        document <- document{ block** }
        block <- fence / .:text
        fence <- "```":mark (!"```" .)*:text "```":mark
        """,
      error: "3:1: in rule 'fence', a repetition can read past an empty line and then "
        + "backtrack; guard it, as in '(!END .)*' where END matches at an empty line"),
    Example(
      grammar: """
        document <- document{ block** }
        block <- !table .:text / table
        table <- ("|" row)+:text
        row <- [^\\n]* "\\n"
        """,
      error: "3:1: in rule 'table', a repetition can read past an empty line and then "
        + "backtrack; guard it, as in '(!END .)*' where END matches at an empty line"),
    Example(
      grammar: "document <- document{ block** }\nblock <- list{ item** \"!\":end }\nitem <- .:text",
      error: "2:1: an expression after a sequence of records ('**') can fail"),
    Example(
      grammar: "document <- document{ block** }\nblock <- list{ (item**)+ }\nitem <- .:text",
      error: "2:1: a sequence of records ('**') cannot be in a repetition, look-ahead or leaf"),
    Example(
      grammar: "document <- document{ block** }\nblock <- (. \nother <- .",
      error: "3:1: expected ')'"),
  ])
  func refuses(_ example: Example) throws {
    let error = #expect(throws: GrammarError.self) {
      try compileGrammar(example.grammar, name: "Test", file: "test.peg")
    }
    let shown = error.map { "\($0.location.line):\($0.location.column): \($0.message)" }
    #expect(shown == example.error)
  }

  /// The same, written so that it looks no further than a paragraph.
  @Test(arguments: [
    """
    document <- document{ block** }
    block <- fence / .:text
    fence <- "```":mark (!"\\n\\n" !"```" .)*:text "```":mark
    """,
    """
    document <- document{ block** }
    block <- list{ item (item / "\\n":end)** } / .:text
    item <- item{ "-":mark [^\\n]*:text }
    """,
  ])
  func accepts(_ grammar: String) throws {
    _ = try compileGrammar(grammar, name: "Test", file: "test.peg")
  }
}
