/// The Swift source of the parser for the grammar in `text`, as an enum called `name`; `file` is
/// the name of the grammar in the source.
func compileGrammar(
  _ text: String, name: String, file: String
) throws(GrammarError) -> String {
  let grammar = try CheckedGrammar(GrammarReader.rules(in: text))
  return SwiftEmitter.source(of: grammar, name: name, file: file)
}
