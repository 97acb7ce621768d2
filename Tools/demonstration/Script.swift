/// The typed keys, and the expected screens.
enum Script {
  enum Stroke {
    /// Typed key by key.
    case text(String)
    /// Time to read, and a hint for the viewer.
    case pause(String)
    /// The last occurrence of the first text becomes the second.
    case correct(String, String)
    /// Asks for completion and takes the first item.
    case complete
  }

  static let strokes: [Stroke] = [
    .text("# On Walking\n\n"),
    .text("Thoreau walked *four hours* a day. 🥾 See #bo"),
    .pause("`#` asks the notebook for its hashtags."),
    .complete,
    .text("\n\n> It is a great art to saunter. (Journal, 1841)\n\n"),
    .text("- He lived by ?[which pond?](Walden Pond"),
    .pause("A cloze that is not closed is underlined, with the reason."),
    .text(") for two years.\n\n"),
    .text("Q: How far from the village was it?\n\nA: About a mile"),
    .pause("A blank line parts a question from its answer."),
    .correct("?\n\nA:", "?\nA:"),
    .pause("Without it they are a pair, and will be asked."),
  ]

  static let queries = ["simpl", "#books/classics time", "\"good fortune\" OR darwin"]
}
