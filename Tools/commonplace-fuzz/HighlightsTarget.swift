import ForeignFormats
import ImportExport

/// Fuzzes the import of highlights; the first byte chooses the file's format. After an import into
/// an empty note, a second import must not change anything.
@Sendable func fuzzHighlights(_ input: UnsafeBufferPointer<UInt8>) {
  let endings = ["txt", "html", "lua", "json", "csv"]
  guard let first = input.first else { return }
  let file = ImportedFile(Array(input.dropFirst()), ending: endings[Int(first) % endings.count])
  guard case .highlights(let file)? = ForeignFormat.read(file).found.first?.content else { return }
  for source in file.books where !source.isStable {
    fatalError("the second import differs from the first")
  }
}
