import Base
import Foundation
import Notebook
import NotebookFile

/// The record of a file of a mirror since it and its note were last seen to be equal.
struct MirroredFile: Sendable, Equatable {
  /// Its name in the folder.
  var name: String
  /// The id of the note that it is.
  var note: String
  /// The version of the note's text that it has, or that it is based on.
  var version: String
  /// The digest of the note's text, whatever the file's form.
  var digest: TextDigest
  /// The identity of the file; nil if it was too young to be sure that a later change would show.
  var stamp: FileStamp?
  var form = FileForm()
  /// The stem that its name was made of.
  var stem: String
  /// The stem that a name would be made of by now: another one if the title was changed in the file
  /// itself, whose name is not changed under its editor.
  var titleStem: String
  /// Whether it is another text of a note in conflict, to be looked at.
  var isSide = false
}

/// The identity of a file and its state.
struct FileStamp: Sendable, Equatable {
  var inode: Int64
  /// Bytes.
  var size: Int64
  /// The times of the last change of the content, and of anything about the file, in nanoseconds
  /// since 1970.
  var modified: Int64
  var changed: Int64

  init(inode: Int64, size: Int64, modified: Int64, changed: Int64) {
    (self.inode, self.size) = (inode, size)
    (self.modified, self.changed) = (modified, changed)
  }

  /// That of no file.
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

  /// Whether a name was given to the same file: that changes only when it was last touched.
  func isRenamed(_ other: FileStamp) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
  }

  /// The stamp, if any later change of the content would give it another time; clocks of file
  /// systems are as coarse as two seconds (FAT).
  func settled(at now: Date) -> FileStamp? {
    now.age(ofFileTime: modified) > 2 ? self : nil
  }
}

/// The form in which a file has a text; notes have line feeds only, and no mark in front.
struct FileForm: Sendable, Equatable {
  /// Whether every line ends in CR LF.
  var hasReturns = false
  /// Whether it begins with a byte order mark.
  var hasMark = false

  init() {}

  /// Reads `bytes`; nil when they are not UTF-8.
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

  /// The bytes of a note's text in this form.
  func bytes(_ text: String) -> [UInt8] {
    var bytes = hasMark ? Self.mark : []
    bytes.reserveCapacity(text.utf8.count + 3)
    for byte in text.utf8 {
      if hasReturns, byte == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\r")) }
      bytes.append(byte)
    }
    return bytes
  }

  /// A note's text in this form, as editors have it: they keep the mark to themselves.
  func text(_ text: String) -> String {
    var form = self
    form.hasMark = false
    return String(decoding: form.bytes(text), as: UTF8.self)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
