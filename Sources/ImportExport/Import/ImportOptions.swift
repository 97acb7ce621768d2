/// The choices of the user for an import from other programs.
package struct ImportOptions: Sendable, Equatable {
  /// The program that wrote the folders; nil to recognize it by their contents.
  package var form: ImportForm?
  /// The hashtag that the notes of other programs get, with the folders on the way to them below it.
  package var under: String?
  /// The choices for highlights.
  package var highlights = HighlightOptions()
  /// Shelves of Goodreads for books that were given up, besides those whose names say so.
  package var stoppedShelves: [String] = []

  package init(
    form: ImportForm? = nil, under: String? = nil,
    highlights: HighlightOptions = HighlightOptions()
  ) {
    (self.form, self.under, self.highlights) = (form, under, highlights)
  }
}
