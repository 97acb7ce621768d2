import Base
import CSystem
import Foundation
import NotebookFile

/// The Markdown files in a folder, with the digests of those that changed.
struct MirrorListing: Sendable, Equatable {
  /// A file that was read because its stamp differs from its record.
  struct Text: Sendable, Equatable {
    var digest: TextDigest
    var stamp: FileStamp
    var form = FileForm()
    var isEmpty = false
    /// Whether the content was not modified during the last quiet period; true for a time in the
    /// future.
    var isQuiet = true
    /// Whether content and metadata, including the name, have not changed for 60 seconds.
    var isSettled = true
  }

  enum File: Sendable, Equatable {
    /// The file has the recorded stamp, so it was not read.
    case same
    case text(Text)
    case refused(String)

    var isText: Bool { if case .text = self { true } else { false } }
  }

  var files: [String: File] = [:]
  /// The number of names that are not valid UTF-8.
  var nameless = 0
  /// Names that differ from a name in `files` only in Unicode normalization.
  var twins: [String] = []
  /// Names that differ from the recorded name only in Unicode normalization.
  var respelled: [String] = []
  /// Hidden files that a killed process of this program left.
  var remains: [String] = []
  var readCount = 0
}

extension SandboxedFolder {
  var inode: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStamp(status).inode : 0
  }

  /// Lists the Markdown files, and reads those that differ from `record`. Cost: one system call per
  /// file, and reading the changed files.
  func list(_ record: [String: MirroredFile], quiet: Duration, now: Date) throws -> MirrorListing {
    var listing = MirrorListing()
    try forEachName { name in
      guard let name else { return listing.nameless += 1 }
      if name.hasPrefix(Self.hiddenPrefix) { return listing.remains.append(name) }
      guard MirrorNames.stem(ofName: name) != nil else { return }
      let known = record.index(forKey: name).map { record.keys[$0] }
      // Two Unicode forms of `é` are equal as strings, but may be two files. Only one is used.
      if let index = listing.files.index(forKey: name) {
        let other = listing.files.keys[index]
        let isFirst =
          known.map { $0.isSpelled(as: name) } ?? false
          || (known.map { !$0.isSpelled(as: other) } ?? true
            && name.utf8.lexicographicallyPrecedes(other.utf8))
        listing.twins.append(isFirst ? other : name)
        guard isFirst else { return }
        listing.files[other] = nil
        listing.respelled.removeAll { $0.isSpelled(as: other) }
      }
      listing.files[name] = try look(name, record[name], quiet, now, &listing.readCount)
      if let known, !known.isSpelled(as: name) { listing.respelled.append(name) }
    }
    return listing
  }

  private func look(
    _ name: String, _ known: MirroredFile?, _ quiet: Duration, _ now: Date, _ count: inout Int
  ) throws -> MirrorListing.File? {
    guard let (stamp, mode) = status(name) else { return nil }
    switch mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: return .refused("is a symbolic link")
    case S_IFDIR: return .refused("is a folder")
    default: return .refused("is not a file")
    }
    if let known, known.stamp == stamp { return .same }
    count += 1
    let bytes: [UInt8]?
    do {
      bytes = try read(name, most: SandboxedFolder.largestMarkdown)
    } catch let failure as SystemError {
      if failure.code == EFBIG {
        return .refused("is larger than \(SandboxedFolder.largestMarkdown >> 20) MB")
      }
      return .refused("cannot be read: \(failure.reason)")
    }
    guard let bytes else { return nil }
    guard let (form, text) = FileForm.read(bytes) else { return .refused("is not in UTF-8") }
    let age = now.age(ofFileTime: stamp.modified)
    return .text(
      MirrorListing.Text(
        digest: TextDigest(text), stamp: stamp, form: form, isEmpty: text.isEmpty,
        isQuiet: age < 0 || age >= quiet / .seconds(1),
        isSettled: now.age(ofFileTime: stamp.changed) >= 60))
  }

  /// Returns the stamp and mode of `name` without following a symbolic link; nil if the file is
  /// missing or cannot be examined.
  func status(_ name: String) -> (stamp: FileStamp, mode: mode_t)? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return (FileStamp(status), status.st_mode)
  }

  /// Returns the text of `name`; nil if it cannot be read, or if its digest is not `digest`.
  func text(_ name: String, _ digest: TextDigest) -> String? {
    guard let bytes = try? read(name, most: SandboxedFolder.largestMarkdown),
      let (_, text) = FileForm.read(bytes), TextDigest(text) == digest
    else { return nil }
    return text
  }
}

// MARK: Writing

extension SandboxedFolder {
  /// Replaces the file `name` with `bytes` if its stamp is still `expected`; if that is nil,
  /// creates the file if it is missing. Other programs never see a partial file.
  ///
  /// Returns the new stamp, or `.unknown` if another program has written the file since. Returns
  /// nil if the file is not the expected one, and leaves it unchanged. A new file gets the
  /// modification time `modified`.
  func put(_ bytes: [UInt8], to name: String, over expected: FileStamp?, modified: Date)
    throws -> FileStamp?
  {
    guard let expected else {
      guard try write(bytes, to: name, isReplaced: false, modified: modified) else { return nil }
      // If size or time differ, another program has written to the file.
      let stamp = status(name)?.stamp
      let time = Self.fileSeconds(of: modified).map { Int64($0) &* 1_000_000_000 }
      let isOurs = stamp?.size == Int64(bytes.count) && stamp?.modified == time
      return isOurs ? stamp : .unknown
    }
    guard let (stamp, mode) = status(name), stamp == expected else { return nil }
    let hidden = Self.hiddenName()
    guard try write(bytes, to: hidden, isReplaced: false) else { return nil }
    _ = fchmodat(descriptor, hidden, mode & 0o777, 0)
    guard let ours = status(hidden)?.stamp else { return nil }
    if exchange(hidden, name) {
      // Check the replaced file: another program may just have written to it. If its text is
      // neither the old nor the new one, it stays under the hidden name. The next run makes it a
      // visible file.
      let isDone = status(hidden)?.stamp.isRenamed(expected) == true
      if isDone || (exchange(hidden, name) && status(hidden)?.stamp.isRenamed(ours) == true) {
        unlinkat(descriptor, hidden, 0)
      }
      guard isDone else { return nil }
    } else if renameat(descriptor, hidden, descriptor, name) != 0 {
      let code = errno
      unlinkat(descriptor, hidden, 0)
      throw SystemError(code: code)
    }
    guard let present = status(name)?.stamp, present.isRenamed(ours) else { return .unknown }
    return present
  }

  /// Removes the file `name` if its stamp is still `expected`. Returns whether the file is gone.
  func remove(_ name: String, _ expected: FileStamp) throws -> Bool {
    guard let (stamp, _) = status(name) else { return true }
    guard stamp == expected else { return false }
    let hidden = Self.hiddenName()
    guard renameat(descriptor, name, descriptor, hidden) == 0 else {
      throw SystemError(code: errno)
    }
    guard status(hidden)?.stamp.isRenamed(expected) == true else {
      // If another file has the name by now, the next run gives the hidden file a new name.
      _ = try rename(hidden, to: name)
      return false
    }
    unlinkat(descriptor, hidden, 0)
    return true
  }

  /// Renames the file `name` if the new name is free. Returns the new stamp; nil if the new name is
  /// taken, or if the file is missing.
  func rename(_ name: String, to other: String) throws -> FileStamp? {
    if file_move_at(descriptor, name, other) == 0 { return status(other)?.stamp }
    let code = errno
    if code == ENOENT { return nil }
    if let present = status(other) {
      // On a case-insensitive file system, both names may mean this file.
      guard let stamp = status(name)?.stamp, stamp == present.stamp, !isTwice(name) else {
        return nil
      }
    } else if ![EINVAL, ENOSYS, ENOTSUP].contains(code) {
      throw SystemError(code: code)
    }
    // The file system cannot rename without replacing. That another program takes the name right
    // now is unlikely.
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw SystemError(code: errno) }
    return status(other)?.stamp
  }

  private func isTwice(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_nlink > 1
  }

  /// Exchanges two files atomically. Returns false if that fails: not every file system can.
  func exchange(_ name: String, _ other: String) -> Bool {
    file_exchange_at(descriptor, name, other) == 0
  }

  /// Removes the hidden files that killed processes left. Deletes files that are empty or partly
  /// written, or whose text is stored according to `isKept`.
  ///
  /// Any other file has a text that a user saved during a replacement. Renames it to
  /// `Recovered.md`, or to a numbered name. Returns whether any file was renamed.
  func clear(_ remains: [String], isKept: (TextDigest) throws -> Bool) throws -> Bool {
    var isNew = false
    for name in remains {
      guard let (_, mode) = status(name), mode & S_IFMT == S_IFREG else { continue }
      if try name.hasSuffix(Self.partEnding) || isEmpty(name, orKept: isKept) {
        unlinkat(descriptor, name, 0)
        continue
      }
      var names = MirrorNames()
      while status(name) != nil, try rename(name, to: names.name("Recovered")) == nil {}
      isNew = true
    }
    return isNew
  }

  private func isEmpty(_ name: String, orKept isKept: (TextDigest) throws -> Bool) throws -> Bool {
    guard let bytes = try? read(name, most: SandboxedFolder.largestMarkdown) else { return false }
    if bytes.isEmpty { return true }
    return try FileForm.read(bytes).map { try isKept(TextDigest($0.text)) } ?? false
  }
}

extension String {
  fileprivate func isSpelled(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
