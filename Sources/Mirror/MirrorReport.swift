/// The user's choices for bringing a mirror up to date.
package struct MirrorOptions: Sendable {
  /// Whether it is a preview.
  package var isDryRun = false
  /// Whether files and notes are taken to be gone on purpose, however many.
  package var isForced = false
  /// Whether names follow titles that were changed in the files. Not while editors have them open.
  package var tidiesNames = true
  /// The time that a file must have been left unchanged before it is read.
  package var quiet = Duration.zero

  /// The options of a single run of the command.
  package init() {}

  /// The options of repeated runs while people write.
  package static var watching: MirrorOptions {
    var options = MirrorOptions()
    (options.tidiesNames, options.quiet) = (false, .milliseconds(500))
    return options
  }
}

/// The result of bringing a mirror up to date, or its preview.
package struct MirrorReport: Sendable, Equatable {
  /// Something about a file.
  package struct Remark: Sendable, Hashable {
    /// Its name in the folder.
    package var file: String
    /// The end of a sentence that begins with the file's name: `has the name of another file`.
    package var text: String
    /// Whether it is that the note was changed on both sides.
    package var isConflict = false
  }

  /// Files that were made or changed.
  package var written = 0
  /// Files that were removed.
  package var removed = 0
  /// Notes whose texts were saved.
  package var saved = 0
  /// Notes that were made.
  package var created = 0
  /// Notes that were moved to the trash.
  package var trashed = 0
  /// Files and notes that were given other names.
  package var renamed = 0
  /// Notes that were changed on both sides.
  package var conflicts = 0
  /// Conflicts that were settled by removing files.
  package var settled = 0
  /// Notes in the folder.
  package var files = 0
  /// Files that were read, not only checked by the system's record.
  package var readFiles = 0
  /// The remarks for the user.
  package var remarks: [Remark] = []
  /// The ids of the notes that were changed.
  package var changedNotes: Set<String> = []
  /// Whether something is left to be looked at again.
  package var isComplete = true

  /// Whether anything was done.
  package var isAnything: Bool {
    written + removed + saved + created + trashed + renamed + conflicts + settled > 0
  }
}

extension MirrorReport {
  /// The report on a folder before anything is done.
  init(_ listing: MirrorListing) {
    readFiles = listing.readCount
    remarks = listing.twins.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      Remark(file: $0, text: "has the same name as another file, in another Unicode form")
    }
    guard listing.nameless > 0 else { return }
    let (files, have) = listing.nameless == 1 ? ("file", "has a name") : ("files", "have names")
    remarks.append(Remark(file: "\(listing.nameless) \(files)", text: "\(have) not in UTF-8"))
  }

  /// The preview of a plan.
  init(previewOf plan: MirrorPlan, _ listing: MirrorListing) {
    self.init(listing)
    for step in plan.steps {
      switch step {
      case .recordSynced, .dropRecord, .retryLater, .writeOtherTexts: break
      case .save: saved += 1
      case .create: created += 1
      case .keepCopy: conflicts += 1
      case .retitle, .move: renamed += 1
      case .trash: trashed += 1
      case .settle: settled += 1
      case .write: written += 1
      case .remove: removed += 1
      case .skip(let name, let reason): remarks.append(Remark(file: name, text: reason))
      }
    }
    files = plan.known
  }
}
