/// The inputs of tokens, and their name.
struct TokenContext: Sendable {
  let session: Session
  let history: TokenHistory
  /// An open document as it is now.
  let document: @Sendable (DocumentURI) -> OpenDocument?
}
