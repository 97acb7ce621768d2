/// Reads the rows of a table leaf by leaf from its B-tree. Skips a page that cannot be used, with
/// all pages below it.
package struct TableTree {
  let file: PageFile
  /// The numbers of pages that could not be used, or not completely. Contains 0 if the table has no
  /// root page.
  package private(set) var damagedPages: [Int] = []

  package init(_ file: PageFile) { self.file = file }

  /// Passes every row of the tree at page `root` to `body`, with the number of its page; nil for a
  /// row that cannot be read.
  package mutating func forEachRow(root: Int, _ body: (StoredRow?, Int) throws -> Void) rethrows {
    var pending = [root]
    while let number = pending.popLast() {
      guard let page = file.take(number).flatMap({ TreePage($0, number: number, in: file) }),
        page.kind != .index
      else {
        damagedPages.append(number)
        continue
      }
      pending += page.children.reversed()
      try page.forEachRow(in: file) { try body($0, number) }
      if page.isIncomplete { damagedPages.append(number) }
    }
  }

  /// Passes every entry of the index at page `root` to `body`; nil for an entry that cannot be read
  /// or continues on other pages.
  package mutating func forEachIndexEntry(root: Int, _ body: (StoredRow?) -> Void) {
    var pending = [root]
    while let number = pending.popLast() {
      guard let page = file.take(number).flatMap({ TreePage($0, number: number, in: file) }),
        page.kind == .index, !page.isIncomplete
      else {
        damagedPages.append(number)
        continue
      }
      pending += page.children
      page.forEachIndexEntry(in: file, body)
    }
  }

  /// Takes all pages of a tree without reading its rows. Does not take pages that continue long
  /// values.
  package static func takePages(of file: PageFile, root: Int) {
    var pending = [root]
    while let number = pending.popLast() {
      guard let page = file.take(number).flatMap({ TreePage($0, number: number, in: file) }) else {
        continue
      }
      pending += page.children
    }
  }

  /// Passes every row on a leaf that was not taken before to `body`, with the number of its page.
  package static func forEachLostRow(in file: PageFile, _ body: (StoredRow, Int) throws -> Void)
    rethrows
  {
    guard file.pageCount > 1 else { return }
    for number in 2...file.pageCount {
      guard let page = file.take(number).flatMap({ TreePage($0, number: number, in: file) }),
        page.kind == .leaf
      else { continue }
      try page.forEachRow(in: file) { row in if let row { try body(row, number) } }
    }
  }
}

private struct TreePage {
  enum Kind {
    case leaf, interior, index
  }

  let kind: Kind
  let bytes: [UInt8]
  let children: [Int]
  /// Whether some offsets of cells are out of range.
  let isIncomplete: Bool
  private let cells: [Int]

  init?(_ bytes: [UInt8], number: Int, in file: PageFile) {
    let header = number == 1 ? 100 : 0
    let cellStart: Int
    switch bytes[header] {
    case 0x0D: (kind, cellStart) = (.leaf, header + 8)
    case 0x05: (kind, cellStart) = (.interior, header + 12)
    case 0x02: (kind, cellStart) = (.index, header + 12)
    case 0x0A: (kind, cellStart) = (.index, header + 8)
    default: return nil
    }
    let count = bytes.integer(at: header + 3, bytes: 2) ?? 0
    let end = cellStart + 2 * count
    let offsets = (0..<count).compactMap { bytes.integer(at: cellStart + 2 * $0, bytes: 2) }
    cells = offsets.filter { $0 >= end && $0 < file.usableSize }
    isIncomplete = cells.count < count
    self.bytes = bytes
    guard cellStart == header + 12 else {
      children = []
      return
    }
    children = (cells.map { $0 } + [header + 8]).compactMap { bytes.integer(at: $0, bytes: 4) }
  }

  func forEachRow(in file: PageFile, _ body: (StoredRow?) throws -> Void) rethrows {
    guard kind == .leaf else { return }
    // Valid cells do not overlap: the page's size limits how many overlapping ones are read.
    var room = file.usableSize
    for cell in cells {
      guard room > 0 else { return try body(nil) }
      let payload = Payload(cell: bytes[cell..<file.usableSize], in: file)
      room -= payload?.localSize ?? 4
      try body(payload.flatMap { StoredRow($0.bytes, rowID: $0.rowID) })
    }
  }

  func forEachIndexEntry(in file: PageFile, _ body: (StoredRow?) -> Void) {
    // Longer entries continue on other pages
    // (https://www.sqlite.org/fileformat2.html#b_tree_pages).
    let most = (file.usableSize - 12) * 64 / 255 - 23
    for cell in cells {
      var entry = bytes[cell..<file.usableSize].dropFirst(children.isEmpty ? 0 : 4)
      guard let size = entry.removeVariableInteger(), size >= 0, size <= Int64(most),
        Int(size) <= entry.count
      else {
        body(nil)
        continue
      }
      body(StoredRow(Array(entry.prefix(Int(size)))))
    }
  }
}

/// The content of a cell of a table's leaf, from its page and its overflow pages.
private struct Payload {
  let bytes: [UInt8]
  let rowID: Int64
  /// The number of bytes on the cell's own page.
  let localSize: Int

  init?(cell: ArraySlice<UInt8>, in file: PageFile) {
    var cell = cell
    guard let size = cell.removeVariableInteger(), size >= 0,
      size <= Int64(GuardedFile.largestValue),
      let rowID = cell.removeVariableInteger()
    else { return nil }
    self.rowID = rowID
    let total = Int(size)
    let usable = file.usableSize
    var local = total
    if total > usable - 35 {
      let least = (usable - 12) * 32 / 255 - 23
      let most = least + (total - least) % (usable - 4)
      local = most <= usable - 35 ? most : least
    }
    guard local >= 0, local <= cell.count else { return nil }
    localSize = local
    var bytes = Array(cell.prefix(local))
    var next = local < total ? cell.integer(at: local, bytes: 4) : nil
    while bytes.count < total {
      guard let number = next, let page = file.take(number) else { return nil }
      bytes += page[4..<usable].prefix(total - bytes.count)
      next = page.integer(at: 0, bytes: 4)
    }
    self.bytes = bytes
  }
}

extension ArraySlice<UInt8> {
  /// Removes a variable-length integer of 1 to 9 bytes from the front. Returns nil if it is cut
  /// off.
  mutating func removeVariableInteger() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = popFirst() else { return nil }
      guard index < 8 else {
        return Int64(bitPattern: value << 8 | UInt64(truncatingIfNeeded: byte))
      }
      value = value << 7 | UInt64(truncatingIfNeeded: byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
