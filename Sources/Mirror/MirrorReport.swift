package struct MirrorOptions: Sendable {
  package var isDryRun = false
  /// Whether missing files and notes are treated as deleted on purpose, regardless of how many.
  package var isForced = false
  /// Whether files are renamed when their titles were edited in them. False while editors may have
  /// the files open.
  package var tidiesNames = true
  /// The time for which a file must be unmodified before its text is saved.
  package var quiet = Duration.zero

  /// Options for a single run of the command.
  package init() {}

  /// Options for repeated runs while users edit the files.
  package static var watching: MirrorOptions {
    var options = MirrorOptions()
    (options.tidiesNames, options.quiet) = (false, .milliseconds(500))
    return options
  }
}

package struct MirrorReport: Sendable, Equatable {
  package struct Remark: Sendable, Hashable {
    /// The file's name in the folder, or the number of several files.
    package var file: String
    /// The end of a sentence that begins with the file's name, such as `is a symbolic link`.
    package var text: String
    package var isConflict = false
  }

  package var written = 0
  package var removed = 0
  package var saved = 0
  package var created = 0
  package var trashed = 0
  package var renamed = 0
  /// The number of new conflicts: notes changed on both sides, and copies by sync programs.
  package var conflicts = 0
  /// The number of conflicts resolved by removing files.
  package var settled = 0
  package var files = 0
  package var readFiles = 0
  package var remarks: [Remark] = []
  package var changedNotes: Set<String> = []
  /// Whether the run is complete. If not, a later run does the remaining steps.
  package var isComplete = true

  package var isAnything: Bool {
    written + removed + saved + created + trashed + renamed + conflicts + settled > 0
  }
}

extension MirrorReport {
  init(_ listing: MirrorListing) {
    readFiles = listing.readCount
    remarks = listing.twins.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      Remark(
        file: $0,
        text: "has the same name as another file, with its accents stored differently: rename one")
    }
    guard listing.nameless > 0 else { return }
    let (files, have) = listing.nameless == 1 ? ("file", "has a name") : ("files", "have names")
    remarks.append(Remark(file: "\(listing.nameless) \(files)", text: "\(have) not in UTF-8"))
  }

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
