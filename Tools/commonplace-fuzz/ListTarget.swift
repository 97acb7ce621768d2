import ForeignFormats
import ImportExport

/// A list of books of another program, or anything else. It must be parsed or refused; rows that are written must be
/// rows again.
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
