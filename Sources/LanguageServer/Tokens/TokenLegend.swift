import LanguageServerProtocol
import MiniMarkdown

/// The semantic token types for this client.
///
/// A client that declares the server's own types, or supports them by an option, gets these types.
/// For any other client, each kind has the first standard type that the client declares, so that it
/// still shows colors. The mapping is in `docs/clients.md`.
struct TokenLegend: Sendable {
  let legend: SemanticTokensLegend
  private let indices: [UInt32?]

  init(clientTypes: [String], usesOwnTypes: Bool) {
    var names: [String] = []
    let declared = Set(clientTypes)
    indices = HighlightKind.allCases.map { kind in
      let choices = [kind.rawValue] + Self.standardTypes(for: kind)
      guard let name = usesOwnTypes ? kind.rawValue : choices.first(where: declared.contains)
      else { return nil }
      if let known = names.firstIndex(of: name) { return UInt32(clamping: known) }
      names.append(name)
      return UInt32(clamping: names.count - 1)
    }
    legend = SemanticTokensLegend(tokenTypes: names)
  }

  var isComplete: Bool { indices.allSatisfy { $0 != nil } }

  /// Returns the index of the type for `kind`; nil if the client has none.
  func index(of kind: HighlightKind) -> UInt32? {
    indices[kind.index]
  }

  /// Returns the standard types that may represent `kind`, the best first. (LSP 3.17,
  /// "SemanticTokenTypes".)
  static func standardTypes(for kind: HighlightKind) -> [String] {
    switch kind {
    case .heading: ["class", "type"]
    case .strong: ["keyword"]
    case .emphasis: ["modifier", "parameter"]
    case .code: ["macro", "number"]
    case .hashtag: ["decorator", "type"]
    case .quote: ["string"]
    case .listMarker: ["operator"]
    case .image: ["property"]
    case .link: ["namespace", "string"]
    case .emoji: ["enumMember"]
    case .cloze: ["operator"]
    case .clozeHint: ["parameter"]
    case .clozeAnswer: ["variable"]
    case .question: ["function"]
    case .answer: ["method", "function"]
    case .summary: ["regexp", "string"]
    case .delimiter: ["comment"]
    case .noteLink: ["namespace", "string"]
    }
  }
}
