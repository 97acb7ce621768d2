internal import FileExchange
internal import Foundation

/// What is in a folder, as far as a mirror looks.
struct MirrorListing: Sendable, Equatable {
  /// A file whose text was read, because it is not as remembered.
  struct Text: Sendable, Equatable {
    var digest: TextDigest
    var stamp: FileStamp
    var form = FileForm()
    var isEmpty = false
    /// Whether nobody has written to it for a moment.
    var isQuiet = true
  }

  enum File: Sendable, Equatable {
    /// As remembered, by all that the system says of it.
    case same
    case text(Text)
    /// It is none that can be a note; why.
    case refused(String)
  }

  var files: [String: File] = [:]
  /// Names that are no UTF-8.
  var nameless = 0
  /// Files that were read.
  var readCount = 0
}

extension ExchangeFolder {
  /// The folder's number in its file system.
  var inode: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStamp(status).inode : 0
  }

  /// Looks at the Markdown files, and reads those that are not as `record` says. Cost: a system call
  /// for each, and what is read.
  func list(_ record: [String: MirroredFile], quiet: Duration, now: Date) throws -> MirrorListing {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw ExchangeFailure(errno) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw ExchangeFailure(code)
    }
    defer { closedir(stream) }
    var listing = MirrorListing()
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name else {
        listing.nameless += 1
        continue
      }
      guard MirrorNames.stem(ofName: name) != nil else { continue }
      listing.files[name] = try look(name, record[name], quiet, now, &listing.readCount)
      errno = 0
    }
    guard errno == 0 else { throw ExchangeFailure(errno) }
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
    default: return .refused("is no file")
    }
    if let known, known.stamp == stamp { return .same }
    count += 1
    let bytes: [UInt8]?
    do {
      bytes = try read(name, most: ImportLimits.markdown)
    } catch let failure as ExchangeFailure {
      if failure.code == EFBIG {
        return .refused("has more than \(ImportLimits.markdown >> 20) MB")
      }
      return .refused("cannot be read: \(NotebookError.reason(failure.code))")
    }
    guard let bytes else { return nil }
    guard let (form, text) = FileForm.read(bytes) else { return .refused("is not in UTF-8") }
    let age = now.timeIntervalSince1970 - Double(stamp.modified) / 1e9
    return .text(
      MirrorListing.Text(
        digest: TextDigest(text), stamp: stamp, form: form, isEmpty: text.isEmpty,
        isQuiet: age < 0 || age >= quiet / .seconds(1)))
  }

  /// What the system says of `name`, no link followed; nil when there is nothing.
  func status(_ name: String) -> (stamp: FileStamp, mode: mode_t)? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return (FileStamp(status), status.st_mode)
  }

  /// The text of `name`, if it has still that of `digest`.
  func text(_ name: String, _ digest: TextDigest) -> String? {
    guard let bytes = try? read(name, most: ImportLimits.markdown),
      let (_, text) = FileForm.read(bytes), TextDigest(text) == digest
    else { return nil }
    return text
  }
}

// MARK: Writing

extension ExchangeFolder {
  /// Puts `bytes` in the place of the file `name`, if that is still `expected`; with nil only where
  /// there is none. The file is there whole at every moment. Returns what it is then; nil when
  /// something else is there by now, which is left.
  ///
  /// A new file is given the time `modified`.
  func put(_ bytes: [UInt8], to name: String, over expected: FileStamp?, modified: Date)
    throws -> FileStamp?
  {
    guard let expected else {
      guard try write(bytes, to: name, isReplaced: false) else { return nil }
      var time = timespec()
      time.tv_sec = Int(modified.timeIntervalSince1970.rounded(.down))
      let times = [time, time]
      _ = utimensat(descriptor, name, times, AT_SYMLINK_NOFOLLOW)
      return status(name)?.stamp
    }
    guard let (stamp, mode) = status(name), stamp == expected else { return nil }
    let temporary = ".tmp-\(UUID.random().uuidString)"
    guard try write(bytes, to: temporary, isReplaced: false) else { return nil }
    defer { unlinkat(descriptor, temporary, 0) }
    _ = fchmodat(descriptor, temporary, mode & 0o777, 0)
    // What comes out is looked at: somebody may have written in this moment.
    if exchange(temporary, name) {
      if status(temporary)?.stamp.isRenamed(expected) == true { return status(name)?.stamp }
      if !exchange(temporary, name) { throw ExchangeFailure(EBUSY) }
      return nil
    }
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw ExchangeFailure(errno)
    }
    return status(name)?.stamp
  }

  /// Removes the file `name` if it is still `expected`; whether it is gone.
  func remove(_ name: String, _ expected: FileStamp) throws -> Bool {
    guard let (stamp, _) = status(name) else { return true }
    guard stamp == expected else { return false }
    let temporary = ".tmp-\(UUID.random().uuidString)"
    guard renameat(descriptor, name, descriptor, temporary) == 0 else {
      throw ExchangeFailure(errno)
    }
    if status(temporary)?.stamp.isRenamed(expected) != true {
      if linkat(descriptor, temporary, descriptor, name, 0) == 0 {
        unlinkat(descriptor, temporary, 0)
      }
      return false
    }
    unlinkat(descriptor, temporary, 0)
    return true
  }

  /// Gives the file `name` another name, if that is free. What it is then; nil if it was not.
  func rename(_ name: String, to other: String) throws -> FileStamp? {
    if linkat(descriptor, name, descriptor, other, 0) == 0 {
      unlinkat(descriptor, name, 0)
      return status(other)?.stamp
    }
    let code = errno
    if code == EEXIST || code == ENOENT || status(other) != nil { return nil }
    // A file system without hard links. Nobody else is expected to take the name just now.
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw ExchangeFailure(errno) }
    return status(other)?.stamp
  }

  private func exchange(_ name: String, _ other: String) -> Bool {
    file_exchange_at(descriptor, name, other) == 0
  }
}
