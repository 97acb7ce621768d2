package struct Finding: Sendable, Equatable {
  package enum Severity: String, Sendable, Comparable, CaseIterable {
    /// The finding is not a problem, but may explain one.
    case remark
    /// The problem should be examined, but nothing is broken.
    case warning
    /// Something is broken: a program may refuse the notebook, or miss part of it.
    case damage

    package static func < (left: Severity, right: Severity) -> Bool {
      let order = allCases
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }

  /// Raw values are stable across versions.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file is missing or cannot be used.
    case file
    /// The file is older than the one this machine published.
    case olderFile = "older-file"
    case newerVersion = "newer-version"
    /// The working copy is damaged, cannot be used, or disagrees with the file.
    case workingCopy = "working-copy"
    /// This machine's history of older texts is or was damaged, or cannot be read.
    case history
    case unpublished
    /// The database is damaged, or a check of its content failed.
    case pages
    case searchIndex = "search-index"
    case migrations
    /// The application's row differs from what the app expects.
    case application
    /// Rows with IDs, times or values of an invalid format.
    case rows
    case encoding
    /// An author has written more than its row records.
    case authorBehind = "author-behind"
    case authorMissing = "author-missing"
    case metadata
    /// A note lacks metadata that the app needs to list its book.
    case notUpgraded = "not-upgraded"
    case prompts
    /// A prompt has several versions from different devices, and the app reads all of them.
    case promptVersions = "prompt-versions"
    case lineEnds = "line-ends"
    case conflict
    /// Values that belong to no note.
    case orphan
    case missingImage = "missing-image"
    case unusedImage = "unused-image"
    case conflictCopy = "conflict-copy"
    case temporaryFile = "temporary-file"
  }

  package var kind: Kind
  package var severity: Severity
  package var path: String
  /// The ID of the note; nil if the finding is not about a note.
  package var note: String?
  package var title: String?
  /// A phrase without an initial capital and a period, as `advice` is.
  package var problem: String
  package var advice: String
  /// Whether `Repair.run` can fix it without losing anything.
  package var isRepairable = false
}

package struct Checkup: Sendable, Equatable {
  /// The number of notes checked, including those in the trash.
  package var notes = 0
  /// The findings, the most severe first.
  package var findings: [Finding] = []

  package func count(_ severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
