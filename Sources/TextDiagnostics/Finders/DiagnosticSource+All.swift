package import LanguageServerProtocol

extension DiagnosticSource {
  static let all: [DiagnosticSource] = [
    .appCrashes,
    .cardQuality,
    .conflict,
    .duplicateQuestions,
    .links,
    .missingImages,
    .similarHashtags,
  ]
}

extension DiagnosticRequest {
  package var ofNotebook: [Diagnostic] { DiagnosticSource.all.flatMap { $0.find(self) } }

  func all(except unwanted: Set<String>) -> [Diagnostic] { all(with: ofNotebook, except: unwanted) }

  /// Returns `ofNotebook` and the text's diagnostics, in order of position, without those with
  /// `unwanted` codes; at most `diagnosticLimit`.
  package func all(
    with ofNotebook: [Diagnostic], except unwanted: Set<String>
  ) -> [Diagnostic] {
    var items = ofNotebook + analysis.diagnostics.map { diagnostic($0) }
    if !unwanted.isEmpty { items.removeAll { unwanted.contains($0.code ?? "") } }
    if !ofNotebook.isEmpty {
      items.sort { ($0.range.start, $0.code ?? "") < ($1.range.start, $1.code ?? "") }
    }
    return Array(items.prefix(diagnosticLimit))
  }
}
