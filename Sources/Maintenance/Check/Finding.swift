/// Something about a notebook that its owner should know.
package struct Finding: Sendable, Equatable {
  /// The severity.
  package enum Severity: String, Sendable, Comparable, CaseIterable {
    /// Nothing is wrong, but it may explain something.
    case remark
    /// The user should look at it; nothing is broken.
    case warning
    /// Something is broken: a program may refuse the notebook, or not see all of it.
    case damage

    /// Whether `left` is less bad.
    package static func < (left: Severity, right: Severity) -> Bool {
      let order = allCases
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }

  /// The kind of a finding; the names do not change between versions.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file cannot be used.
    case file
    /// The file is an earlier state of the published one.
    case olderFile = "older-file"
    /// A newer version wrote the file.
    case newerVersion = "newer-version"
    /// The working copy cannot be used.
    case workingCopy = "working-copy"
    /// This machine's history of older texts is damaged, or was.
    case history
    /// Saves are not in the file yet.
    case unpublished
    /// Pages of the database contradict each other.
    case pages
    /// The full-text index is not that of the texts.
    case searchIndex = "search-index"
    /// The list of migrations lacks some.
    case migrations
    /// The application's row is not as the app compares it.
    case application
    /// Rows that no program understands: ids, times or values of another form.
    case rows
    /// A value is not in UTF-8.
    case encoding
    /// An author has written more than its row says.
    case authorBehind = "author-after"
    /// Rows name an author that is not there.
    case authorMissing = "author-missing"
    /// A note's metadata cannot be read.
    case metadata
    /// The app does not know where to list a book.
    case notUpgraded = "not-upgraded"
    /// A note's prompts are not as the app reads them.
    case prompts
    /// Devices wrote a prompt apart, and nothing settled it: the app reads all versions.
    case promptVersions = "prompt-versions"
    /// A text has CRLF line ends.
    case lineEnds = "line-ends"
    /// A note was changed in several places at once.
    case conflict
    /// Values that belong to no note.
    case orphan
    /// A text shows an image that is not there.
    case missingImage = "missing-image"
    /// An image that no text shows.
    case unusedImage = "unused-image"
    /// A conflict copy lies beside the notebook.
    case conflictCopy = "conflict-copy"
    /// An interrupted program left a file.
    case temporaryFile = "temporary-file"
  }

  /// The kind of the finding.
  package var kind: Kind
  /// The severity.
  package var severity: Severity
  /// The file in which it was found.
  package var path: String
  /// The note it is about.
  package var note: String?
  /// That note's title, if it can be read.
  package var title: String?
  /// The finding: a phrase.
  package var problem: String
  /// The remedy: a phrase.
  package var advice: String
  /// Whether `Repair.run` can put it right without losing anything.
  package var isRepairable = false
}

/// The findings of a check.
package struct Checkup: Sendable, Equatable {
  /// The number of notes that were looked at, those in the trash included.
  package var notes = 0
  /// The worst first.
  package var findings: [Finding] = []

  /// The number of findings of this severity.
  package func count(_ severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
