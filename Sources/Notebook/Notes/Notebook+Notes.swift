internal import Foundation
internal import GRDB

extension Notebook {
  /// The notes, newest modified first.
  ///
  /// With a `tag` only those that have it or a hashtag below it. Cost: linear in the notebook's
  /// rows after a change, otherwise in its notes.
  public func notes(
    tag: String? = nil, includingTrash: Bool = false
  ) throws(NotebookError) -> [NoteSummary] {
    let path = tag.map { HashtagPath($0) }
    return try read { db in try allNotes(db) }.filter { note in
      (includingTrash || !note.isTrashed) && path.map(note.isTagged) ?? true
    }
  }

  /// The newest `limit` notes outside the trash that have `tag` or a hashtag below it. Cost: linear
  /// in the notes before the last of them.
  public func newestNotes(tag: String, limit: Int) throws(NotebookError) -> [NoteSummary] {
    let path = HashtagPath(tag)
    return Array(
      try read { db in try allNotes(db) }.lazy.filter { !$0.isTrashed && $0.isTagged(path) }
        .prefix(max(0, limit)))
  }

  /// What a list shows of the note with this exact id, in the trash or not; nil if there is none.
  /// Its text is not read.
  public func summary(of id: String) throws(NotebookError) -> NoteSummary? {
    try read { db in try NoteSummary.fetchOne(db, id: id) }
  }

  /// The note with this exact id, in the trash or not.
  public func note(id: String) throws(NotebookError) -> StoredNote {
    try read { db in
      guard let summary = try NoteSummary.fetchOne(db, id: id) else {
        throw NotebookError.noteNotFound(id: id, path: path)
      }
      return StoredNote(
        summary: summary, winner: try WinningVersion.fetch(db, note: id, key: ".noteText"))
    }
  }

  /// The hashtags of all notes outside the trash, parents before children.
  public func tags() throws(NotebookError) -> [TagCount] {
    TagCount.counting(try read { db in try allNotes(db) }.lazy.filter { !$0.isTrashed })
  }
}

extension NoteSummary {
  /// All notes, in the trash or not, newest modified first. A `.metadata` that cannot be read makes
  /// no note.
  static func fetchAll(_ db: Database) throws -> [NoteSummary] {
    var notes: [NoteSummary] = []
    try forEach(db) { notes.append($0) }
    // Places are sorted, not notes, which are large to move about.
    let places = notes.indices.sorted { isInOrder(notes[$0], notes[$1]) }
    return places.map { notes[$0] }
  }

  /// Gives all notes to `body`, one by one, in no particular order.
  static func forEach(_ db: Database, _ body: (NoteSummary) -> Void) throws {
    let sql = """
      SELECT scope, json FROM entry
      WHERE key = '.metadata' AND json IS NOT NULL AND \(LastWriterWins.condition)
      """
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      guard let id = row.text(at: 0), let json = row.text(at: 1),
        let metadata = NoteMetadata(json: json)
      else { continue }
      body(NoteSummary(id: id, metadata: metadata))
    }
  }

  /// Whether `first` stands before `second` in lists: the newest modified first.
  static func isInOrder(_ first: NoteSummary, _ second: NoteSummary) -> Bool {
    first.modified == second.modified ? first.id < second.id : first.modified > second.modified
  }

  /// The note with this exact id.
  static func fetchOne(_ db: Database, id: String) throws -> NoteSummary? {
    let sql = """
      SELECT json FROM entry WHERE scope = ? AND key = '.metadata'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let json = try Row.fetchOne(db, sql: sql, arguments: [id])?.text(at: 0)
    return json.flatMap(NoteMetadata.init(json:)).map { NoteSummary(id: id, metadata: $0) }
  }
}
