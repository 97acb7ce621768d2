/// The notes in a new notebook: they teach Mini Markdown by example.
package enum StarterNotes {
  /// Their Markdown texts, the welcome first. The files are in `StarterNotes/`.
  package static let texts: [String] = [
    PackageResources.Welcome_md, PackageResources.Seneca_md, PackageResources.Austen_md,
    PackageResources.Thoreau_md, PackageResources.Darwin_md,
  ].map { String(decoding: $0, as: UTF8.self) }
}
