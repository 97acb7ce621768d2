/// A replacement that stores the removed text, so that it can be undone.
struct Edit {
  var offset: Int
  var removed: String
  var inserted: String

  static func insert(_ text: String, at offset: Int) -> Edit {
    Edit(offset: offset, removed: "", inserted: text)
  }

  static func remove(_ text: String, at offset: Int) -> Edit {
    Edit(offset: offset, removed: text, inserted: "")
  }

  var range: Range<Int> { offset..<offset + removed.utf8.count }

  var undone: Edit { Edit(offset: offset, removed: inserted, inserted: removed) }
}
