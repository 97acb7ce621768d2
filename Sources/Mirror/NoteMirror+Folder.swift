import Base
import Foundation
import NotebookFile

extension NoteMirror {
  /// Removes the hidden files of killed runs. Returns whether any became a visible file.
  func clear(
    _ listing: MirrorListing, _ known: [String: MirroredFile], _ folder: SandboxedFolder
  ) throws -> Bool {
    var kept: Set<TextDigest>?
    return try folder.clear(listing.remains) { digest in
      if kept == nil {
        var digests = Set(known.values.map(\.digest))
        for case let note? in try notebook.mirroredNotes(since: nil).notes.values {
          digests.insert(note.digest)
          digests.formUnion(note.others.values)
        }
        kept = digests
      }
      return kept?.contains(digest) == true
    }
  }

  /// Updates recorded names to the Unicode normalization that the folder has now.
  func respell(
    _ listing: MirrorListing, _ known: inout [String: MirroredFile], _ options: MirrorOptions
  ) throws {
    for name in listing.respelled {
      guard var file = known.removeValue(forKey: name) else { continue }
      if !options.isDryRun { try record.rename(file.name, to: name) }
      file.name = name
      known[name] = file
      if !options.isDryRun { memory.withLock { $0.set(name, file) } }
    }
  }

  /// Returns the files that have been missing for less than the quiet period.
  func recentlyMissed(
    _ listing: MirrorListing, _ known: [String: MirroredFile], _ options: MirrorOptions, _ now: Date
  ) -> Set<String> {
    guard options.quiet > .zero else { return [] }
    let missing = known.keys.filter { listing.files[$0] == nil }
    return memory.withLock { memory in
      let since = memory.missed
      memory.missed = Dictionary(
        missing.map { ($0, min(since[$0] ?? now, now)) }, uniquingKeysWith: min)
      return Set(
        memory.missed.filter {
          now.timeIntervalSince($0.value) < options.quiet / .seconds(1)
        }.keys)
    }
  }

  /// Records the inode number of the present folder, which replaced the mirrored one.
  func settle(in open: SandboxedFolder) throws {
    guard var location = try record.location() else { return }
    location.inode = open.inode
    try record.setLocation(location)
    memory.withLock { $0.inode = location.inode }
  }
}
