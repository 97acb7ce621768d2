import Books
import Foundation

extension BookListing {
  /// Returns the selected rows, sorted by section, then by year if `isByYear`, then by `order`.
  /// Cost: O(n log n).
  package func listed(_ rows: [ListedBook]) -> [ListedBook] {
    // Sorts indices, since rows are large.
    let keys = rows.indices.filter { isWanted(rows[$0]) }.map { Key(rows[$0], at: $0, in: order) }
    return keys.sorted(by: isInOrder).map { rows[$0.index] }
  }

  private func isWanted(_ row: ListedBook) -> Bool {
    (sections.isEmpty || sections.contains(row.section))
      && (year.map { row.year == $0 } ?? true)
      && (author.map { row.book.isBy($0) } ?? true)
  }

  private struct Key {
    var index: Int
    var section: Int
    /// The date on which the reading ended; `.min` for unknown parts.
    var finish: (year: Int, month: Int, day: Int)
    /// The author or the title as UTF-8 bytes, compared as SQLite does. Nil for other orders, and
    /// for a missing author, which is sorted first.
    var text: [UInt8]?
    var storedStars: Int
    var stars: Double
    var created: Date
    var modified: Date
    var id: String

    init(_ row: ListedBook, at index: Int, in order: Order) {
      self.index = index
      section = row.section.order
      let date = row.reading?.finish
      finish = (date?.year ?? .min, date?.month ?? .min, date?.day ?? .min)
      text =
        switch order {
        case .author: row.note.authorLastFirst.map { Array($0.utf8) }
        case .title: Array(row.book.title.utf8)
        default: nil
        }
      storedStars = row.book.storedRating ?? .min
      stars = row.stars ?? -1
      created = row.note.created
      modified = row.note.modified
      id = row.note.id
    }
  }

  private func isInOrder(_ one: Key, _ other: Key) -> Bool {
    if one.section != other.section { return one.section < other.section }
    if isByYear, one.finish.year != other.finish.year { return one.finish.year > other.finish.year }
    let order = isReversed ? Self.order(other, one, by: order) : Self.order(one, other, by: order)
    return order == 0 ? one.id < other.id : order < 0
  }

  private static func order(_ one: Key, _ other: Key, by order: Order) -> Int {
    var result = 0
    switch order {
    case .author, .title: result = Self.order(one.text, other.text)
    case .stars:
      result = descending(one.storedStars, other.storedStars)
      if result == 0 { result = descending(one.stars, other.stars) }
    case .read:
      result = descending(one.finish.year, other.finish.year)
      if result == 0 { result = descending(one.finish.month, other.finish.month) }
      if result == 0 { result = descending(one.finish.day, other.finish.day) }
      return result == 0 ? descending(one.created, other.created) : result
    case .created: return descending(one.created, other.created)
    case .changed: break
    }
    return result == 0 ? descending(one.modified, other.modified) : result
  }

  private static func descending<Value: Comparable>(_ one: Value, _ other: Value) -> Int {
    one > other ? -1 : one < other ? 1 : 0
  }

  private static func order(_ one: [UInt8]?, _ other: [UInt8]?) -> Int {
    guard let one else { return other == nil ? 0 : -1 }
    guard let other else { return 1 }
    let count = min(one.count, other.count)
    let order = one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return Int32(0) }
        return memcmp(one, other, count)
      }
    }
    return order == 0 ? one.count - other.count : Int(order)
  }
}
