/// The words of the command line, arranged so that the argument parser understands them as meant.
///
/// It takes `-word` for six options of one letter each, and for a call for help where one of them
/// is an h. No command has options of one letter but `-h`: before the word `--`, such a word is a
/// part of the query in `search`, and a mistake elsewhere.
enum Arguments {
  static func arranged(_ words: [String]) throws(CommandFailure) -> [String] {
    if words.first == "search" { return ["search"] + arrangedSearch(words.dropFirst()) }
    if let word = words.prefix(while: { $0 != "--" }).first(where: isDashed) {
      throw CommandFailure(
        usage: "unknown option '\(word)' (put “--” before a name that begins with “-”)",
        of: words)
    }
    return words
  }

  /// The options first, then the query's words in their order.
  private static func arrangedSearch(_ words: ArraySlice<String>) -> [String] {
    var rest = words
    var options: [String] = []
    var query: [String] = []
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--") || word == "-h" else {
        query.append(word)
        continue
      }
      options.append(word)
      if Search.optionsWithValue.contains(word), let value = rest.first,
        value == "-" || !value.hasPrefix("-")
      {
        options.append(rest.removeFirst())
      }
    }
    return options + ["--"] + query + rest
  }

  private static func isDashed(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && !["-", "-h", "-help"].contains(word)
  }
}
