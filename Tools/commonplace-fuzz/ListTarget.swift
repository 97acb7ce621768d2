import ForeignFormats
import ImportExport

/// Fuzzes the import of book lists of other programs. A list must be parsed or refused, and its
/// written rows must be parsed without a crash.
@Sendable func fuzzList(_ input: UnsafeBufferPointer<UInt8>) {
  guard case .books(let list)? = content(Array(input)) else { return }
  for row in list.rows {
    guard case .book(let book) = row.content else { continue }
    _ = book.record
  }
  guard let rest = list.rest?(Array(list.rows.indices)) else { return }
  guard list.rows.isEmpty || !rest.isEmpty else { fatalError("rows are lost") }
  _ = content(rest)
}

private func content(_ bytes: [UInt8]) -> ForeignContent? {
  ForeignFormat.read(ImportedFile(bytes, ending: "csv")).found.first?.content
}
