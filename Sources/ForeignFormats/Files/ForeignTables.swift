import CSystem
import Foundation
import GRDB
import NotebookFile

/// A database of another program, opened as an untrusted file. It is copied first: the newest rows
/// may be in a WAL file, which even reading may change.
///
/// Only plain columns of plain tables are read, so that code in the file's schema cannot run.
final class ForeignTables {
  /// Maximum number of columns of a table: SQLite's own default. Kobo's `content` has over 100.
  private static let mostColumns: Int32 = 2000

  private let folder: String
  private let queue: DatabaseQueue
  private let size: Int64
  /// The plain columns of the plain tables, in lower case.
  let columns: [String: Set<String>]

  init(path: String) throws(ForeignRefusal) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-\(UUID().uuidString)").path(percentEncoded: false)
    do {
      let manager = FileManager.default
      try manager.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let copy = folder + "/copy"
      size = try Self.copy(path, to: copy)
      let log = try? Self.copy(path + "-wal", to: copy + "-wal")
      if log == nil { try Self.clearLogMode(of: copy) }
      queue = try DatabaseQueue(
        path: copy, configuration: GuardedFile.configuration(mostColumns: Self.mostColumns))
      columns = try queue.read { db in
        db.setBudget(milliseconds: 5_000)
        return try Self.columns(db)
      }
      self.folder = folder
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      switch error {
      case let refusal as ForeignRefusal: throw refusal
      case let error as DatabaseError where error.message?.contains("too many columns") == true:
        throw ForeignRefusal(reason: "has a table with more than \(Self.mostColumns) columns")
      case let error as DatabaseError:
        throw ForeignRefusal(
          reason: "is not a database, or is damaged (error \(error.resultCode.rawValue))")
      default: throw ForeignRefusal(reason: "cannot be read")
      }
    }
  }

  deinit {
    try? queue.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func copy(_ path: String, to copy: String) throws -> Int64 {
    let source = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else { throw ForeignRefusal(reason: "cannot be read") }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ForeignRefusal(reason: "is not a file")
    }
    let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else {
      throw ForeignRefusal(reason: "cannot be copied to a temporary folder")
    }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total: Int64 = 0
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count >= 0 else { throw ForeignRefusal(reason: "cannot be read") }
      if count == 0 { return total }
      total += Int64(count)
      guard total <= HighlightLimits.database else {
        throw ForeignRefusal(reason: "is larger than \(HighlightLimits.database >> 20) MB")
      }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        guard written > 0 else {
          throw ForeignRefusal(reason: "cannot be copied to a temporary folder")
        }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Clears WAL mode in the copy's header. Without a WAL file, SQLite would create files next to
  /// the copy.
  private static func clearLogMode(of copy: String) throws {
    let file = open(copy, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw ForeignRefusal(reason: "cannot be copied to a temporary folder") }
    defer { close(file) }
    var bytes: [UInt8] = [0, 0]
    guard pread(file, &bytes, 2, 18) == 2, bytes == [2, 2] else { return }
    bytes = [1, 1]
    _ = pwrite(file, &bytes, 2, 18)
  }

  private static func columns(_ db: Database) throws -> [String: Set<String>] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_schema
        WHERE type = 'table' LIMIT 1000
        """)
    var columns: [String: Set<String>] = [:]
    for row in rows {
      let texts = [0, 1].map { String(decoding: row.data(at: $0) ?? Data(), as: UTF8.self) }
      guard let name = texts.first, let sql = texts.last,
        !sql.lowercased().hasPrefix("create virtual")
      else { continue }
      let info = try Row.fetchAll(
        db, sql: "SELECT CAST(name AS BLOB), CAST(hidden AS INTEGER) FROM pragma_table_xinfo(?)",
        arguments: [name])
      columns[name.lowercased()] = Set(
        info.filter { $0.integer(at: 1) == 0 }
          .map { String(decoding: $0.data(at: 0) ?? Data(), as: UTF8.self).lowercased() })
    }
    return columns
  }

  func has(_ table: String, _ names: String...) -> Bool {
    columns[table.lowercased()]?.isSuperset(of: names.map { $0.lowercased() }) == true
  }

  /// Passes the rows of a table to `body`, at most `limit`, with the columns `names` as text;
  /// missing columns are nil. Returns whether there were more rows; false without such a table.
  func forEach(
    _ table: String, _ names: [String], order: String = "rowid",
    limit: Int = HighlightLimits.records, _ body: (ForeignRow) -> Void
  ) throws(ForeignRefusal) -> Bool {
    guard let known = columns[table.lowercased()] else { return false }
    let list = names.map { name in
      guard known.contains(name.lowercased()) else { return "NULL" }
      return
        "CASE typeof(\"\(name)\") WHEN 'null' THEN NULL ELSE CAST(\"\(name)\" AS BLOB) END"
    }
    do {
      return try queue.read { db in
        db.setBudget(milliseconds: UInt32(clamping: 10_000 + size >> 12))
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(list.joined(separator: ", ")) FROM "\(table)" ORDER BY \(order) LIMIT \(limit + 1)
            """)
        var count = 0
        while let row = try rows.next() {
          count += 1
          if count > limit { return true }
          body(ForeignRow(names: names, values: names.indices.map { row.data(at: $0) }))
        }
        return false
      }
    } catch {
      throw ForeignRefusal(reason: "cannot be read completely: it may be damaged")
    }
  }
}

struct ForeignRow {
  fileprivate var names: [String]
  fileprivate var values: [Data?]

  /// The text in a column, truncated to four times `HighlightLimits.text` bytes; nil if there is
  /// none.
  subscript(name: String) -> String? {
    guard let index = names.firstIndex(of: name), let data = values[index] else { return nil }
    return String(decoding: data.prefix(HighlightLimits.text * 4), as: UTF8.self)
  }

  func number(_ name: String) -> Double? {
    self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0.rounded(.down)) } }

  /// Returns the text in a column on one line; nil if it is missing or empty.
  func line(_ name: String) -> String? { self[name]?.oneLine.nonEmpty }
}
