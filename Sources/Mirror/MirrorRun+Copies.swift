import Base
import Foundation
import Notebook
import NotebookFile

// Other texts of notes: the sides of conflicts, and the copies that sync programs create next to
// files.
extension MirrorRun {
  /// Keeps the text of a copy as another text of the note. The copy is the file of that text until
  /// the conflict is resolved.
  ///
  /// Removes a copy whose text the note or another copy already has. Waits until that copy has not
  /// changed for 60 seconds, because the sync program may still be writing it.
  mutating func keepCopy(
    _ name: String, _ seen: MirrorListing.Text, of original: String, _ note: String?
  ) throws {
    guard let id = note ?? files[original]?.note, let stored = try stored(id),
      !stored.summary.isTrashed, let text = folder.text(name, seen.digest)
    else { return postpone() }
    let isKept = (sides[id] ?? []).contains { side in
      files[side]?.digest == seen.digest && folder.status(side) != nil
    }
    if isKept || MirroredNote(stored).digest == seen.digest {
      guard seen.isSettled, try folder.remove(name, seen.stamp) else { return }
      names.release(name)
      report.removed += 1
      return
    }
    let written = Date(timeIntervalSince1970: Double(seen.stamp.modified) / 1e9)
    guard
      let version = try notebook.conflicts.keepBeside(
        text: text, note: id, written: written, now: now)
    else {
      report.remarks.append(
        MirrorReport.Remark(
          file: name,
          text: "was skipped: its note has 100 texts in conflict: resolve the conflict first"
        ))
      return postpone()
    }
    var file = MirroredFile(
      name: name, note: id, version: version, digest: seen.digest, stamp: seen.stamp, stem: "",
      titleStem: "", isSide: true)
    file.form = seen.form
    recordSynced(file)
    report.conflicts += 1
    report.changedNotes.insert(id)
    report.remarks.append(
      MirrorReport.Remark(
        file: name,
        text:
          "is a sync program's copy: its text was added to the note, which is now in conflict",
        isConflict: true))
  }

  mutating func writeOtherTexts(_ id: String) throws {
    let shown = (sides[id] ?? []).sorted().compactMap { files[$0] }
    let conflict = try notebook.conflicts.of(id)
    let stored = try stored(id)
    var sides: [String: String] = [:]
    if let stored, !stored.summary.isTrashed {
      let text = stored.text.withLineFeedsOnly
      for side in conflict?.sides.dropFirst() ?? [] {
        guard let other = side.text?.withLineFeedsOnly, other != text,
          !sides.values.contains(other)
        else { continue }
        sides[side.version] = other
      }
    }
    for file in shown {
      if sides[file.version] != nil {
        sides[file.version] = nil
      } else {
        try remove(file)
      }
    }
    guard let stored else { return }
    for (version, text) in sides.sorted(by: { $0.key < $1.key }) {
      var file = MirroredFile(
        name: names.name(stored.summary.mirrorStem + " (conflict)"), note: id, version: version,
        digest: TextDigest(text), stem: "", titleStem: "", isSide: true)
      guard
        let stamp = try folder.put(
          Array(text.utf8), to: file.name, over: nil, modified: now.addingTimeInterval(-3))
      else {
        postpone()
        continue
      }
      file.stamp = stamp
      recordSynced(file)
      report.written += 1
    }
  }
}
