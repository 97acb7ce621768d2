import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Images of a note that are not stored with it. Only targets under `assets/` are keys of stored
  /// images; other targets may be anywhere.
  static let missingImages = DiagnosticSource { request in
    guard request.note != nil, let images = request.images else { return [] }
    return request.diagnostics(of: request.references.images) { image in
      guard image.text.hasPrefix("assets/"), !images.contains(image.text) else { return nil }
      return request.diagnostic(NoteDiagnostic(.missingImage, image.range))
    }
  }
}
