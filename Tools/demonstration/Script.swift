/// The keys to type, and what to show.
enum Script {
  enum Stroke {
    case text(String)
    case pause(String)
    case fix
    case complete
  }

  static let strokes: [Stroke] = [
    .text("\nThoreau walked *four hours* a day. 🥾 See #bo"),
    .pause("`#` asks the notebook for its hashtags."),
    .complete,
    .text("\n\n> It is a great art to saunter. (Journal, 1841)\n\n"),
    .text("- He lived by ?[which pond?](Walden Pond) for two years.\n\n"),
    .text("Q: How far from the village was it?\n\nA: About a mile.\n"),
    .pause("A blank line separates the question from its answer: the server underlines it."),
    .fix,
    .pause("The server's fix deleted the blank line. Now a review can ask the question."),
  ]

  static let queries = ["simpl", "#books/classics time"]
}
