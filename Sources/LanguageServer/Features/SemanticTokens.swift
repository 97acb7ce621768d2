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

  /// The changes since an earlier result; all tokens if that result is not kept any more.
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

/// Counts tokens in the background, so that later deltas are cheap. Handles one document at a time;
/// a skipped document is counted on demand.
private let counting = BackgroundOnce()

/// The largest difference between two versions, in bytes, for which a delta is computed at once:
/// computing it takes less time than waking another thread.
private let mostComparedBytes = 16 << 10

/// The largest difference, in bytes, between versions that share a result ID: each delta scans the
/// difference.
private let mostUnderOneName = 4 << 10

extension TokenContext {
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
    // Equal tokens keep their result ID. Otherwise typing prose would keep a version per keystroke.
    // The next change can modify nodes in place, because no other version shares them.
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
    // Count in the background, so that the response is not delayed.
    if profile.hasTokenDeltas {
      counting.begin { [tokens] in tokens.count() }
    }
    return SemanticTokens(resultId: resultId(for: document, tokens), data: tokens.all())
  }

  /// Returns the result ID for `tokens` of `document`; nil if the client cannot request deltas.
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
