/// How a mirror is brought up to date.
public struct MirrorOptions: Sendable {
  /// Whether it is only said what would be done.
  public var isDryRun = false
  /// Whether files and notes are taken to be gone on purpose, however many.
  public var isForced = false
  /// Whether names follow titles that were changed in the files. Not while editors have them open.
  public var tidiesNames = true
  /// How long nobody must have written to a file before it is read.
  public var quiet = Duration.zero

  /// What a person asks for who gives the command.
  public init() {}

  /// What is done again and again while people write.
  public static var watching: MirrorOptions {
    var options = MirrorOptions()
    (options.tidiesNames, options.quiet) = (false, .milliseconds(500))
    return options
  }
}

/// What bringing a mirror up to date did, or would do.
public struct MirrorReport: Sendable, Equatable {
  /// Something about a file.
  public struct Remark: Sendable, Hashable {
    /// Its name in the folder.
    public var file: String
    /// What is to be said about it, as a sentence that begins with the name.
    public var text: String
    /// Whether it is that the note was changed on both sides.
    public var isConflict = false
  }

  /// Files that were made or changed.
  public var written = 0
  /// Files that were removed.
  public var removed = 0
  /// Notes whose texts were saved.
  public var saved = 0
  /// Notes that were made.
  public var created = 0
  /// Notes that were moved to the trash.
  public var trashed = 0
  /// Files and notes that were given other names.
  public var renamed = 0
  /// Notes that were changed on both sides.
  public var conflicts = 0
  /// Conflicts that were settled by removing files.
  public var settled = 0
  /// Notes in the folder.
  public var files = 0
  /// Files that were looked at beyond what the system says of them.
  public var readFiles = 0
  /// What should be known.
  public var remarks: [Remark] = []
  /// The ids of the notes that were changed.
  public var changedNotes: Set<String> = []
  /// Whether something is left to be looked at again.
  public var isComplete = true

  /// Whether anything was done.
  public var isAnything: Bool {
    written + removed + saved + created + trashed + renamed + conflicts + settled > 0
  }
}

extension MirrorReport {
  /// What there is to say of a folder before anything is done.
  init(_ listing: MirrorListing) {
    readFiles = listing.readCount
    remarks = listing.twins.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      Remark(file: $0, text: "has the name of another file, but for how its letters are encoded")
    }
    guard listing.nameless > 0 else { return }
    let (files, have) = listing.nameless == 1 ? ("file", "has a name") : ("files", "have names")
    remarks.append(Remark(file: "\(listing.nameless) \(files)", text: "\(have) not in UTF-8"))
  }

  /// What would be done.
  init(previewOf plan: MirrorPlan, _ listing: MirrorListing) {
    self.init(listing)
    for step in plan.steps {
      switch step {
      case .know, .forget, .wait, .showSides: break
      case .save: saved += 1
      case .create: created += 1
      case .retitle, .move: renamed += 1
      case .trash: trashed += 1
      case .settle: settled += 1
      case .write: written += 1
      case .remove: removed += 1
      case .leave(let name, let reason): remarks.append(Remark(file: name, text: reason))
      }
    }
    files = plan.known
  }
}
