import Base
import Foundation
package import NotebookFile

/// A cache of answers in a folder of this machine. It also stores when each service may be asked
/// again.
///
/// The folder is not trusted: a cached answer is validated like one from the network. If the folder
/// cannot be used, lookups work without it. Only the user can read its files.
package struct AnswerStore: Sendable {
  /// The time, in seconds, for which an answer with results is valid.
  package static let goodSeconds = 30.0 * 86_400
  /// The time, in seconds, for which an answer without results is valid.
  package static let emptySeconds = 86_400.0
  /// Maximum number of cached answers; the oldest are deleted first.
  package static let mostFiles = 200
  package static let mostBytes = 512 << 10

  /// The folder; nil to cache nothing.
  private let folder: String?

  package init(folder: String?) { self.folder = folder }

  package init(_ state: StateFolder) { self.init(folder: state.path + "/lookup") }

  /// Returns the cached answer to a request; nil if it is missing, expired, damaged, or dated in
  /// the future.
  func answer(to request: LookupRequest, at now: Date) -> LookupAnswer? {
    guard let bytes = read(name(of: request), most: Self.mostBytes + 100),
      let end = bytes.firstIndex(of: 0x0A)
    else { return nil }
    let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard head.count == 4, head[0] == Self.mark, let time = Double(head[1]),
      let status = Int(head[2]), [200, 404].contains(status)
    else { return nil }
    let age = now.timeIntervalSince1970 - time
    let body = Array(bytes[(end + 1)...])
    let isEmpty = head[3] == "empty"
    guard age >= 0, age < (isEmpty ? Self.emptySeconds : Self.goodSeconds) else { return nil }
    return LookupAnswer(
      status: status, headers: ["content-type": "application/json"], body: body)
  }

  /// Caches an answer of at most `mostBytes`. An answer without results (`isEmpty`) is valid for
  /// one day.
  func keep(_ answer: LookupAnswer, to request: LookupRequest, isEmpty: Bool, at now: Date) {
    guard let folder, answer.body.count <= Self.mostBytes else { return }
    let head =
      "\(Self.mark) \(now.timeIntervalSince1970) \(answer.status) \(isEmpty ? "empty" : "full")\n"
    write(Array(head.utf8) + answer.body, to: name(of: request))
    prune(folder)
  }

  private static let mark = "look-up-1"

  private func name(of request: LookupRequest) -> String {
    SHA1.digest(Array(request.url.utf8)).hexadecimal + ".answer"
  }

  private func prune(_ folder: String) {
    let manager = FileManager.default
    let names = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter {
      $0.hasSuffix(".answer")
    }
    guard names.count > Self.mostFiles else { return }
    let dated = names.map { name in
      let attributes = try? manager.attributesOfItem(atPath: folder + "/" + name)
      return (name, attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    for (name, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(names.count - Self.mostFiles) {
      unlink(folder + "/" + name)
    }
  }
}

// MARK: Pauses

extension AnswerStore {
  /// Runs `body` with the earliest time for the next request to a service, or nil if unknown.
  /// Stores the time that `body` returns. Only one process at a time does so. After two minutes of
  /// waiting, another runs `body` with nil and stores nothing.
  func pacing<Value>(
    _ service: String, at now: Date, _ body: (Date?) throws(LookupFailure) -> (Value, Date)
  ) throws(LookupFailure) -> Value {
    guard let folder, (try? makeFolder(folder)) != nil,
      let lock = try? FileLock(path: "\(folder)/\(service).lock", patience: .seconds(120))
    else { return try body(nil).0 }
    let name = "\(service).next"
    let stored = read(name, most: 64).flatMap { Double(String(decoding: $0, as: UTF8.self)) }
    let result = Result { () throws(LookupFailure) in
      try body(stored.flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0) : nil })
    }
    // Also store the pause if a service requires one.
    let next: Date? =
      switch result {
      case .success(let (_, next)): next
      case .failure(.tooMany(_, let seconds)): now.addingTimeInterval(Double(seconds))
      case .failure: nil
      }
    if let next { write(Array("\(next.timeIntervalSince1970)".utf8), to: name) }
    withExtendedLifetime(lock) {}
    return try result.get().0
  }
}

// MARK: Files

extension AnswerStore {
  private func makeFolder(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Returns the bytes of a file; nil if it is not a regular file, is larger than `most` bytes, or
  /// cannot be read.
  private func read(_ name: String, most: Int) -> [UInt8]? {
    guard let folder else { return nil }
    let file = open(folder + "/" + name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= most
    else { return nil }
    return (try? FileHandle(fileDescriptor: file, closeOnDealloc: false).read(upToCount: most))
      .map(Array.init)
  }

  private func write(_ bytes: [UInt8], to name: String) {
    guard let folder, (try? makeFolder(folder)) != nil else { return }
    let path = folder + "/" + name
    let temporary = "\(path).\(UInt64.random(in: 0 ... .max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    let isWritten = (try? handle.write(contentsOf: bytes)) != nil
    try? handle.close()
    if !isWritten || rename(temporary, path) != 0 { unlink(temporary) }
  }
}
