public import PackratParsing

/// A note's text and its tree, kept together while it is edited.
public typealias MiniMarkdownDocument = IncrementalDocument<MiniMarkdownGrammar>
