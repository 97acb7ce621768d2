import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  static let documentSymbol = Feature("textDocument/documentSymbol", queue: .documents) { _ in
    (["documentSymbolProvider"], true)
  } answer: { (context, params: TextDocumentParams) -> JSONValue in
    guard let document = context.document(params.textDocument) else { return .null }
    let symbols = documentSymbols(
      of: document.snapshot, encoding: context.profile.encoding,
      kinds: context.profile.client.textDocument.symbolKinds)
    return context.profile.client.textDocument.hierarchicalDocumentSymbolSupport
      ? symbols.json : flattened(symbols, uri: document.uri, container: nil).json
  }
}

/// Returns headings as an outline, with prompts below them, as symbols of kinds that the client
/// supports.
func documentSymbols(
  of snapshot: DocumentSnapshot, encoding: PositionEncoding, kinds: Set<SymbolKind>
) -> [DocumentSymbol] {
  func symbol(_ item: OutlineItem) -> DocumentSymbol {
    DocumentSymbol(
      name: item.name.withoutControls, detail: item.kind.detail,
      kind: item.kind.symbolKind(among: kinds),
      range: snapshot.lspRange(of: item.range, in: encoding),
      selectionRange: snapshot.lspRange(of: item.selection, in: encoding),
      children: item.children.map(symbol))
  }
  return snapshot.outline.map(symbol)
}

private func flattened(
  _ symbols: [DocumentSymbol], uri: String, container: String?
) -> [SymbolInformation] {
  symbols.flatMap { symbol in
    [
      SymbolInformation(
        name: symbol.name, kind: symbol.kind, location: Location(uri: uri, range: symbol.range),
        containerName: container)
    ] + flattened(symbol.children, uri: uri, container: symbol.name)
  }
}

extension OutlineItem.Kind {
  /// Editors show the kind as an icon. The protocol has no kinds for prose. Newer kinds are only
  /// used for clients that support them.
  func symbolKind(among known: Set<SymbolKind>) -> SymbolKind {
    switch self {
    case .heading: .string
    case .cloze: known.contains(.key) ? .key : .field
    case .quote: .constant
    case .questionAndAnswer: known.contains(.event) ? .event : .function
    }
  }

  fileprivate var detail: String? {
    switch self {
    case .heading: nil
    case .cloze: "cloze"
    case .quote: "quote"
    case .questionAndAnswer: "question"
    }
  }
}
