import Base
import Foundation
import JSON
import KeyValueStore

/// The effect of an import on one note. Planning only reads, so a dry run reports the same outcome.
///
/// Three things determine which side is newer. The first are the versions that each notebook has
/// seen of the other, as in a merge (`VersionVector`). The second are the values that were imported
/// before (`ImportRecord`). The third is the state of a Markdown file when it was exported. A value
/// that changed on both sides is stored as two versions, a conflict that the user must resolve.
struct ImportPlan {
  struct Write: Equatable {
    var key: EntryKey
    var value: EntryValue
    /// The time of the original write, or of the import, formatted as in rows.
    var time: String
    var mode: Mode
  }

  /// What happens to the present versions.
  enum Mode: Equatable {
    case replacing
    /// The winning version is replaced; other sides of a conflict stay.
    case saving
    /// All stay: the new value is another side of a conflict.
    case beside
  }

  private(set) var note: PortableNote
  /// The values to write, sorted by key.
  var writes: [Write] = []
  private var pending: [EntryKey: [Write]] = [:]
  /// The names of front matter fields with invalid values.
  var refused: [String] = []

  let isNew: Bool
  /// Whether the note was deleted in this notebook after the same content was imported. Then
  /// `writes` is empty: importing again does not undo a user's decision.
  private(set) var wasDeleted = false
  let vector: VersionVector
  let sourceVector: VersionVector
  let previous: ImportRecord
  var record: ImportRecord
  let now: Date

  init(_ incoming: IncomingNote, over note: PortableNote, vector: VersionVector, now: Date) {
    self.note = note
    isNew = note.metadata == nil
    let isDeleted =
      isNew && note.versions[EntryKey(scope: note.id, key: ".metadata")]?.first?.value == .null
    self.vector = vector
    sourceVector = incoming.vector
    previous = ImportRecord(note[note.recordKey])
    record = previous
    self.now = now
    for key in incoming.versions.keys.sorted() { merge(incoming.versions[key] ?? [], of: key) }
    if let markdown = incoming.markdown {
      merge(markdown, baseCover: incoming.versions[EntryKey(scope: note.id, key: ".coverImage")])
    }
    wasDeleted = isDeleted && record == previous && previous != ImportRecord(.null)
    if wasDeleted { pending = [:] }
    if !pending.isEmpty, record != previous { replace(note.recordKey, with: record.value) }
    writes = pending.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  var isConflict: Bool { writes.contains { $0.mode == .beside } }
}

// MARK: Values

extension ImportPlan {
  private mutating func merge(_ versions: [IncomingVersion], of key: EntryKey) {
    defer { if isRecorded(key), let first = versions.first { record[key.key] = first.digest } }
    let ours = note.versions[key] ?? []
    let missing = versions.filter { version in !ours.contains { isSame(version, $0) } }
      .sorted { $0.time < $1.time }
    let isUnused = isNew && ours.allSatisfy { $0.value == .null }
    for version in missing {
      guard let value = version.value else { continue }
      if isUnused {
        // The version that wins in the source must win here, too.
        var time = past(version.time)
        if let first = versions.first, version != first, time >= past(first.time) {
          time = Self.before(past(first.time))
        }
        version == missing.first ? replace(key, with: value, at: time) : add(key, value, at: time)
        continue
      }
      if vector[version.author] >= version.usn, version.usn > 0 { continue }
      if previous[key.key] == version.digest, isRecorded(key) { continue }
      let present = note.versions[key] ?? []
      if isSettledByTime(key) {
        if (present.first?.timestamp ?? "") < version.time {
          replace(key, with: value, at: version.time)
        }
      } else if present.allSatisfy({ isKnown($0) && !versions.contains(where: same($0)) }) {
        replace(key, with: value, at: version.time)
      } else {
        add(key, value, at: version.time)
      }
    }
  }

  private func same(_ ours: EntryVersion) -> (IncomingVersion) -> Bool {
    { version in self.isSame(version, ours) }
  }

  private func isSame(_ version: IncomingVersion, _ ours: EntryVersion) -> Bool {
    version.value.map { $0 == ours.value } ?? (version.digest == ours.value.digest)
  }

  /// Whether the source has seen this version, or the version was imported from it.
  func isKnown(_ version: EntryVersion) -> Bool {
    sourceVector[version.author] >= version.usn && version.usn > 0
      || isRecorded(version.key) && previous[version.key.key] == version.value.digest
  }

  /// Whether the import record covers the key: the note's metadata, text or cover.
  private func isRecorded(_ key: EntryKey) -> Bool {
    key.scope == note.id && [".metadata", ".noteText", ".coverImage"].contains(key.key)
  }

  /// Whether the newest value of a key always wins, as for the statistics of prompts and derived
  /// values.
  private func isSettledByTime(_ key: EntryKey) -> Bool {
    key.scope == note.id && (key.key.hasPrefix("prompt=") || key.key == ".bookIndex")
  }
}

// MARK: Writing

extension ImportPlan {
  /// Replaces all versions of `key` with `value`.
  mutating func replace(_ key: EntryKey, with value: EntryValue, at time: String? = nil) {
    pending[key] = nil
    put(Write(key: key, value: value, time: past(time), mode: .replacing), beside: [])
  }

  /// Adds `value` as another version of `key`.
  mutating func add(_ key: EntryKey, _ value: EntryValue, at time: String? = nil) {
    let others = note.versions[key] ?? []
    let mode = others.isEmpty ? Mode.replacing : .beside
    put(Write(key: key, value: value, time: past(time), mode: mode), beside: others)
  }

  /// Replaces the winning version of `key` with `value`.
  mutating func save(_ key: EntryKey, _ value: EntryValue) {
    guard note[key] != value else { return }
    let others = note.versions[key] ?? []
    if let index = pending[key]?.lastIndex(where: { $0.value == note[key] }),
      var first = others.first
    {
      pending[key]?[index].value = value
      first.value = value
      note.versions[key] = [first] + others.dropFirst()
      return
    }
    let kept = others.filter { $0.value != others.first?.value }
    put(Write(key: key, value: value, time: past(nil), mode: .saving), beside: kept)
  }

  private mutating func put(_ write: Write, beside others: [EntryVersion]) {
    pending[write.key, default: []].append(write)
    let version = EntryVersion(
      key: write.key, author: Data(), usn: 0, timestamp: write.time, value: write.value)
    // The new value wins, unless it is older than a version that stays.
    note.versions[write.key] = ([version] + others).enumerated()
      .sorted { ($1.element.timestamp, $0.offset) < ($0.element.timestamp, $1.offset) }
      .map(\.element)
  }

  private func past(_ time: String?) -> String {
    let now = Timestamps.row(now)
    return min(time ?? now, now)
  }

  /// Returns a time one millisecond before `time`.
  private static func before(_ time: String) -> String {
    guard let date = Timestamps.date(row: time) else { return time }
    return Timestamps.row(date.addingTimeInterval(-0.0005))
  }
}
