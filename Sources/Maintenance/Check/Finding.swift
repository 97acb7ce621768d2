/// A result of a check.
package struct Finding: Sendable, Equatable {
  package enum Severity: String, Sendable, Comparable, CaseIterable {
    /// The finding is not a problem, but may explain one.
    case remark
    /// The problem should be examined, but nothing is broken.
    case warning
    /// Something is broken: a program may refuse the notebook, or miss part of it.
    case damage

    /// Whether `left` is less severe than `right`.
    package static func < (left: Severity, right: Severity) -> Bool {
      let order = allCases
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }

  /// The kind of a finding. Raw values are stable across versions.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file cannot be used.
    case file
    /// The file is older than the one this machine published.
    case olderFile = "older-file"
    /// A newer version wrote the file.
    case newerVersion = "newer-version"
    /// The working copy cannot be used.
    case workingCopy = "working-copy"
    /// This machine's history of older texts is or was damaged.
    case history
    /// Saves are not in the file yet.
    case unpublished
    /// Pages of the database contradict each other.
    case pages
    /// The full-text index does not match the texts.
    case searchIndex = "search-index"
    /// The list of migrations is incomplete.
    case migrations
    /// The application's row differs from what the app expects.
    case application
    /// Rows with IDs, times or values of an invalid format.
    case rows
    /// A value is not valid UTF-8.
    case encoding
    /// An author has written more than its row records.
    case authorBehind = "author-behind"
    /// Rows name an author that is not listed.
    case authorMissing = "author-missing"
    /// A note's metadata cannot be read.
    case metadata
    /// A note lacks metadata that the app needs to list its book.
    case notUpgraded = "not-upgraded"
    /// The app cannot read a note's prompts.
    case prompts
    /// A prompt has several versions from different devices, and the app reads all of them.
    case promptVersions = "prompt-versions"
    /// A text has CRLF line ends.
    case lineEnds = "line-ends"
    /// Several devices changed a note independently.
    case conflict
    /// Values that belong to no note.
    case orphan
    /// A text shows a missing image.
    case missingImage = "missing-image"
    /// The note's text does not show an image.
    case unusedImage = "unused-image"
    /// A conflict copy is next to the notebook.
    case conflictCopy = "conflict-copy"
    /// An interrupted program left a file.
    case temporaryFile = "temporary-file"
  }

  package var kind: Kind
  package var severity: Severity
  /// The file with the problem.
  package var path: String
  /// The ID of the note; nil if the finding is not about a note.
  package var note: String?
  /// The title of the note, if it can be read.
  package var title: String?
  /// The problem, as a phrase.
  package var problem: String
  /// The next step, as a phrase.
  package var advice: String
  /// Whether `Repair.run` can fix it without losing anything.
  package var isRepairable = false
}

/// The findings of a check.
package struct Checkup: Sendable, Equatable {
  /// The number of notes checked, including those in the trash.
  package var notes = 0
  /// The findings, the most severe first.
  package var findings: [Finding] = []

  /// Returns the number of findings with this severity.
  package func count(_ severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
