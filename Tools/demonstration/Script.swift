/// The keys to type, and what to show.
enum Script {
  enum Stroke {
    /// Typed key by key.
    case text(String)
    /// A pause, with a hint for the viewer.
    case pause(String)
    /// Applies the server's fix for the first diagnostic.
    case fix
    /// Requests completion and chooses the first item.
    case complete
  }

  static let strokes: [Stroke] = [
    .text("\nThoreau walked *four hours* a day. 🥾 See #bo"),
    .pause("`#` asks the notebook for its hashtags."),
    .complete,
    .text("\n\n> It is a great art to saunter. (Journal, 1841)\n\n"),
    .text("- He lived by ?[which pond?](Walden Pond) for two years.\n\n"),
    .text("Q: How far from the village was it?\n\nA: About a mile.\n"),
    .pause("A blank line parts a question from its answer: it is underlined, with the reason."),
    .fix,
    .pause("The server's own fix. Now they are a pair, and will be asked."),
  ]

  static let queries = ["simpl", "#books/classics time"]
}
