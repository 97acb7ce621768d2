package import PackratParsing

/// A note's text and its syntax tree, which edits update.
package typealias MiniMarkdownDocument = IncrementalDocument<MiniMarkdownGrammar>
