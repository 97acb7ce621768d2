import Base
import Foundation
import Notebook
import NotebookFile

/// The record of a mirrored file, from the last time it and its note were equal.
struct MirroredFile: Sendable, Equatable {
  var name: String
  var note: String
  /// The version of the note's text that the file has or is based on.
  var version: String
  /// The digest of the note's text, independent of the file's form.
  var digest: TextDigest
  /// The stamp of the file; nil if the file was too new for its stamp to reveal a later change.
  var stamp: FileStamp?
  var form = FileForm()
  /// The stem from which the name was built.
  var stem: String
  /// The stem of the note's current title. Differs from `stem` if the title was edited in the file,
  /// because a file is not renamed while an editor has it open.
  var titleStem: String
  /// Whether the file contains another text of a note in conflict.
  var isSide = false
}

struct FileStamp: Sendable, Equatable {
  var inode: Int64
  var size: Int64
  /// The time of the last content change, in nanoseconds since 1970.
  var modified: Int64
  /// The time of the last change to content or metadata, in nanoseconds since 1970.
  var changed: Int64

  init(inode: Int64, size: Int64, modified: Int64, changed: Int64) {
    (self.inode, self.size) = (inode, size)
    (self.modified, self.changed) = (modified, changed)
  }

  /// A stamp that differs from the stamp of any file.
  static let unknown = FileStamp(inode: 0, size: -1, modified: 0, changed: 0)

  init(_ status: stat) {
    let identity = FileIdentity(status)
    #if canImport(Darwin)
      let time = status.st_ctimespec
    #else
      let time = status.st_ctim
    #endif
    inode = Int64(truncatingIfNeeded: identity.inode)
    (size, modified) = (identity.size, identity.modified)
    changed = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether `other` is this file, possibly renamed: renaming changes only `changed`.
  func isRenamed(_ other: FileStamp) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }

  /// Returns the stamp; nil if a later content change could leave it unchanged. The clocks of file
  /// systems have a resolution of up to two seconds (FAT).
  func settled(at now: Date) -> FileStamp? {
    now.age(ofFileTime: modified) > 2 ? self : nil
  }
}

/// The encoding details of a file's text. Notes have only line feeds, and no byte order mark.
struct FileForm: Sendable, Equatable {
  /// Whether every line end is CR LF.
  var hasReturns = false
  var hasMark = false

  init() {}

  static func read(_ bytes: [UInt8]) -> (form: FileForm, text: String)? {
    var form = FileForm()
    form.hasMark = bytes.starts(with: mark)
    guard
      let text = String(validating: form.hasMark ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    else { return nil }
    var last: UInt8 = 0
    var (lines, returns) = (0, 0)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines += 1
        if last == UInt8(ascii: "\r") { returns += 1 }
      }
      last = byte
    }
    form.hasReturns = lines > 0 && lines == returns
    return (form, text.withLineFeedsOnly)
  }

  func bytes(_ text: String) -> [UInt8] {
    var bytes = hasMark ? Self.mark : []
    bytes.reserveCapacity(text.utf8.count + 3)
    for byte in text.utf8 {
      if hasReturns, byte == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\r")) }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns a note's text in this form, as editors see it: without the byte order mark.
  func text(_ text: String) -> String {
    var form = self
    form.hasMark = false
    return String(decoding: form.bytes(text), as: UTF8.self)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
