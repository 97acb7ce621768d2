import Base
import JSON
import LanguageServerProtocol
import PackratParsing

extension Feature {
  static let semanticTokens = Feature("textDocument/semanticTokens/full", queue: .documents) {
    profile in
    guard profile.client.textDocument.semanticTokens != nil else { return nil }
    return (
      ["semanticTokensProvider"],
      ["legend": profile.tokenLegend.legend.json, "full": true]
    )
  } answer: { (context, params: TextDocumentParams) -> SemanticTokens? in
    context.document(params.textDocument).map(context.tokens.all)
  }

  /// The changes since an earlier answer; all tokens if that is not known any more.
  static let semanticTokensDelta = Feature(
    "textDocument/semanticTokens/full/delta", queue: .documents
  ) { profile in
    profile.hasTokenDeltas ? (["semanticTokensProvider", "full"], ["delta": true]) : nil
  } answer: { (context, params: SemanticTokensDeltaParams) -> SemanticTokensDeltaResult? in
    guard let document = context.document(params.textDocument) else { return nil }
    guard let old = context.tokens.known(params, of: document) else {
      return .full(context.tokens.all(of: document))
    }
    let changed = document.snapshot.changedRecords(since: old.snapshot)
    return .delta(context.tokens.delta(of: document, since: old, params, changed))
  }.answeringAtOnce { (context, params: SemanticTokensDeltaParams) in
    guard let document = context.document(DocumentURI(params.textDocument.uri)),
      !document.isTooLong, let old = context.known(params, of: document)
    else { return nil }
    let changed = document.snapshot.changedRecords(since: old.snapshot)
    guard changed.old.count + changed.new.count <= mostComparedBytes else { return nil }
    return SemanticTokensDeltaResult.delta(
      context.delta(of: document, since: old, params, changed))
  }

  /// The tokens of a part, for clients that ask for the part that they show.
  static let semanticTokensRange = Feature("textDocument/semanticTokens/range", queue: .documents) {
    profile in
    guard profile.client.textDocument.semanticTokens?.range == true else { return nil }
    return (["semanticTokensProvider", "range"], true)
  } answer: { (context, params: SemanticTokensRangeParams) -> SemanticTokens? in
    guard let document = context.document(params.textDocument) else { return nil }
    var tokens = context.tokens.tokens(of: document)
    let range = document.snapshot.utf8Range(of: params.range, in: context.profile.encoding)
    return SemanticTokens(data: tokens.all(in: range))
  }
}

/// Counts tokens in the background, so that later deltas are cheap. Handles one document at a time; a skipped
/// document is counted on demand.
private let counting = BackgroundOnce()

/// The greatest difference between two versions, in bytes, for which a delta is computed at once:
/// that takes less time than to wake another thread.
private let mostComparedBytes = 16 << 10

/// The greatest difference, in bytes, between the versions whose tokens have one name: each delta
/// looks through it.
private let mostUnderOneName = 4 << 10

extension TokenContext {
  /// The version that the client has.
  fileprivate func known(
    _ params: SemanticTokensDeltaParams, of document: OpenDocument
  ) -> TokenHistory.Shown? {
    history.version(params.previousResultId, of: document.name)
  }

  fileprivate func delta(
    of document: OpenDocument, since old: TokenHistory.Shown, _ params: SemanticTokensDeltaParams,
    _ changed: ChangedRecords
  ) -> SemanticTokensDelta {
    var tokens = tokens(of: document)
    let edits = tokens.edits(
      since: old.snapshot, except: old.unread, hiding: old.hidden, changed)
    // Tokens that are the same keep their name. So no version is kept at every letter of prose, and
    // the next one changes nodes in place that this one alone holds.
    let isSame = edits.isEmpty && changed.old.count + changed.new.count <= mostUnderOneName
    return SemanticTokensDelta(
      resultId: isSame ? params.previousResultId : resultId(for: document, tokens), edits: edits)
  }

  fileprivate func tokens(of document: OpenDocument) -> DocumentTokens {
    DocumentTokens(
      document.snapshot, except: document.unread, legend: profile.tokenLegend,
      encoding: profile.encoding)
  }

  fileprivate func all(of document: OpenDocument) -> SemanticTokens {
    var tokens = tokens(of: document)
    // After the answer, which is not delayed by it.
    if profile.hasTokenDeltas {
      counting.begin { [tokens] in tokens.count() }
    }
    return SemanticTokens(resultId: resultId(for: document, tokens), data: tokens.all())
  }

  /// A name for `tokens`, those of `document`, if the client can request their later changes.
  fileprivate func resultId(for document: OpenDocument, _ tokens: DocumentTokens) -> String? {
    guard profile.hasTokenDeltas else { return nil }
    return history.remember(
      TokenHistory.Shown(
        snapshot: tokens.snapshot, unread: tokens.unread, hidden: tokens.hidden),
      of: document.name)
  }
}

extension RequestContext {
  fileprivate var tokens: TokenContext {
    TokenContext(profile: profile, history: memory.tokenHistory) { [documents] in
      documents[$0]?.asMarkdown
    }
  }
}
