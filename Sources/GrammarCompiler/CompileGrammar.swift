/// Returns the Swift source of the parser for the grammar in `text`, as an enum named `name`.
/// `file` is the path of the grammar that comments in the source mention.
func compileGrammar(
  _ text: String, name: String, file: String
) throws(GrammarError) -> String {
  let grammar = try CheckedGrammar(GrammarReader.rules(in: text))
  return SwiftEmitter.source(of: grammar, name: name, file: file)
}
