import LanguageServerProtocol
import MiniMarkdown

extension DiagnosticSource {
  /// Images of a note that the notebook does not have. Only targets under `assets/` are images of
  /// the notebook; other targets may be anywhere.
  static let missingImages = DiagnosticSource { request in
    guard request.note != nil, let images = request.images else { return [] }
    return request.diagnostics(of: request.references.images) { image in
      guard image.text.hasPrefix("assets/"), !images.contains(image.text) else { return nil }
      return request.diagnostic(NoteDiagnostic(.missingImage, image.range))
    }
  }
}
