import ImportExport

/// A list of books of another program, or anything else. It is read, or refused; its rows that are
/// written again are rows again.
@Sendable func fuzzList(_ input: UnsafeBufferPointer<UInt8>) {
  guard let list = try? BookList(Array(input)) else { return }
  for row in list.rows {
    guard case .book(let book) = row.content else { continue }
    _ = book.record
  }
  guard let rest = list.rest?(Array(list.rows.indices)) else { return }
  guard list.rows.isEmpty || !rest.isEmpty else { fatalError("rows are lost") }
  _ = try? BookList(rest)
}
