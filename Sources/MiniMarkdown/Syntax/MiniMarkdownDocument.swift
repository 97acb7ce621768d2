package import PackratParsing

/// A note's text and its tree, kept together while it is edited.
package typealias MiniMarkdownDocument = IncrementalDocument<MiniMarkdownGrammar>
