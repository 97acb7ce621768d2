/// Why a notebook could not be read, changed or created. Messages name files and IDs, and never
/// quote a note.
package enum NotebookError: Error, Equatable, Sendable {
  case missing(path: String)
  /// The file was moved, renamed or deleted since it was opened; `now` is its new path, if known.
  case gone(path: String, now: String?)
  /// The file is empty, perhaps the placeholder of a sync program.
  case notHereYet(path: String)
  /// The path names a folder, a pipe or a device.
  case notAFile(path: String)
  case notSQLite(path: String)
  /// The file is in write-ahead-log mode or has a log: another program has it open, or did not
  /// close it.
  case walMode(path: String)
  /// A program stopped while it was writing the file, and left its journal.
  case interruptedWrite(path: String)
  case notANotebook(path: String)
  /// A newer version wrote the notebook, which this program cannot read, or at least must not
  /// write.
  case newerVersion(path: String)
  /// The full-text index has the format (FTS4) that test versions of the app created until August
  /// 2021.
  case olderIndex(path: String)
  /// The database declares an object that notebooks do not have, or a known one differs or is
  /// missing. `object` is its name, safe to print.
  case unsafeSchema(path: String, object: String)
  case tooLarge(path: String)
  /// A value of a note is too large to be read back, so it was not saved.
  case valueTooLarge(note: String)
  case takesTooLong(path: String)
  case tooManyAuthors(path: String)
  case tooManyVersions(note: String)
  case cancelled(path: String)
  case damaged(path: String)
  case locked(path: String)
  /// The system refused to read the file; `reason` is its message.
  case unreadable(path: String, reason: String)
  case alreadyExists(path: String)
  /// The system refused to write the file; `reason` is its message.
  case cannotCreate(path: String, reason: String)
  /// The working copy could not be written, and does not have the change; `reason` is the cause.
  case notSaved(path: String, reason: String)
  /// The working copy could not be written, and it is not known whether it has the change.
  case perhapsSaved(path: String, reason: String)
  /// This machine's folder of working copies, or something in it, cannot be used.
  case stateUnusable(StateObstacle)
  /// Changes that are saved in the working copy could not be published to the file; `reason` is the
  /// cause.
  case notPublished(path: String, reason: String)
  /// This user must not write the file. `reason` follows the path in a sentence; `advice` states
  /// how to permit it.
  case notWritable(path: String, reason: String, advice: String)
  /// A folder contains several notebooks, and none was named.
  case ambiguous(paths: [String])
  /// The file at the path is another notebook now.
  case replaced(path: String)
  case noteNotFound(id: String, path: String)
  case bookWithoutTitle(note: String)
  /// The version that the user chose in a conflict lacks its text: another device deleted it
  /// permanently, and this machine does not have it.
  case textLost(note: String)
  case damagedCopy(path: String)
  /// An index next to the working copy cannot be used. The notebook itself can.
  case indexUnusable(path: String)
  /// The notebook's full-text index does not match its texts. The notes can be read.
  case wrongSearchIndex(path: String)
  /// The file is another notebook, not a copy of the one at `to`.
  case unrelated(path: String, to: String)
  case nothingRecovered(path: String)
}

extension NotebookError: CustomStringConvertible {
  package var message: String {
    switch self {
    case .missing(let path): "There is no notebook at \(path)."
    case .gone(let path, let now?): "The notebook \(path) was moved to \(now)."
    case .gone(let path, nil): "The notebook \(path) was moved, renamed or deleted."
    case .notHereYet(let path): "\(path) is empty: it may not have been downloaded yet."
    case .notAFile(let path): "\(path) is not a file."
    case .notSQLite(let path): "\(path) is not a notebook: it is not an SQLite file."
    case .walMode(let path): "Another program has \(path) open, or did not close it."
    case .interruptedWrite(let path): "A program stopped while it was writing \(path)."
    case .notANotebook(let path): "\(path) is a database of another program, not a notebook."
    case .newerVersion(let path):
      "\(path) was written by a newer version of this program or of the app."
    case .olderIndex(let path):
      "\(path) was written by a test version of the app from 2021, which is not supported."
    case .unsafeSchema(let path, let object):
      "\(path) is not built like a notebook: “\(object)” in its database is unknown, changed "
        + "or missing."
    case .tooLarge(let path):
      "\(path) contains a text or an image of more than \(GuardedFile.largestValue >> 20) MB."
    case .valueTooLarge(let note): "The note \(note) is too long to be saved."
    case .takesTooLong(let path): "\(path) takes too long to read."
    case .tooManyAuthors(let path):
      "\(path) was opened for writing more than \(VersionLimits.authors) times: it may be "
        + "malicious."
    case .tooManyVersions(let note):
      "The note \(note) has a value with more than \(VersionLimits.ofValue) versions: the file may "
        + "be malicious."
    case .cancelled(let path): "Reading \(path) was canceled."
    case .damaged(let path): "\(path) is damaged."
    case .locked(let path): "Another program is writing \(path)."
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
    case .alreadyExists(let path): "\(path) already exists."
    case .cannotCreate(let path, let reason): "\(path) cannot be written: \(reason)."
    case .stateUnusable(let obstacle): obstacle.message
    case .perhapsSaved(let path, let reason):
      "It is not known whether the change to \(path) was saved: \(reason)."
    case .notSaved(let path, let reason): "The change to \(path) was not saved: \(reason)."
    case .notPublished(let path, let reason):
      "\(path) could not be written: \(reason)."
    case .notWritable(let path, let reason, _): "\(path) \(reason)."
    case .ambiguous(let paths):
      "Several notebooks were found: "
        + paths.joined(separator: ", ") + "."
    case .replaced(let path): "\(path) was replaced by another notebook."
    case .noteNotFound(let id, let path): "There is no note \(id) in \(path)."
    case .bookWithoutTitle(let note): "The book of the note \(note) would have no title."
    case .textLost(let note):
      "Another device deleted the text of the note \(note); this machine has no copy."
    case .damagedCopy(let path):
      "This machine's working copy of \(path) is damaged and cannot be used."
    case .indexUnusable(let path): "The index \(path) cannot be used."
    case .wrongSearchIndex(let path):
      "The search index of \(path) does not match its notes: searches may find wrong notes."
    case .unrelated(let path, let other): "\(path) and \(other) are different notebooks."
    case .nothingRecovered(let path): "Nothing could be recovered: no note in \(path) can be read."
    }
  }

  /// The outcome of a change that failed with this error; nil if the error does not determine it.
  package var outcome: ChangeOutcome? {
    switch self {
    case .gone, .tooManyAuthors, .tooManyVersions, .valueTooLarge, .notSaved, .stateUnusable,
      .ambiguous, .replaced, .textLost:
      .nothing
    case .notSQLite, .notANotebook, .newerVersion, .olderIndex, .unsafeSchema, .tooLarge,
      .takesTooLong:
      .untouched
    case .notPublished: .onThisMachine
    case .perhapsSaved: .unknown
    default: nil
    }
  }

  /// The outcome of a change, if known, and the remedy.
  package var advice: String { advice(after: outcome) }

  /// Returns the remedy, with `outcome` unless it is nil. For callers that know the outcome better
  /// than the error.
  package func advice(after outcome: ChangeOutcome?) -> String {
    switch outcome {
    case nil: remedy
    case .untouched?: "\(remedy) \(ChangeOutcome.untouched.sentence)"
    case let outcome?: "\(outcome.sentence) \(remedy)"
    }
  }

  private var remedy: String {
    switch self {
    case .missing: "Check the path. “commonplace init” creates a notebook."
    case .gone:
      "Move it back, use its new path (--notebook or your settings), or restore a backup."
    case .notHereYet:
      "Wait until your sync program has downloaded the file. If it was always empty, delete it."
    case .notAFile: "Give the path of a .libnotes file."
    case .notSQLite, .notANotebook: "Check the path."
    case .walMode:
      "Close the other program, and try again. Keep the “-wal” file next to the notebook: it may "
        + "contain the newest notes."
    case .interruptedWrite:
      "Open the notebook once in the program that stopped. Keep the “-journal” file next to it."
    case .newerVersion: "Update this program."
    case .olderIndex, .unsafeSchema, .tooLarge, .takesTooLong:
      "“commonplace salvage FILE --to NEW” creates a notebook from the notes of FILE."
    case .tooManyAuthors, .tooManyVersions:
      "You can still read the notebook: “commonplace export” writes its notes to a folder, and "
        + "“commonplace import” adds them to a new notebook."
    case .valueTooLarge:
      "Split it: a text can have 63 MB, but its title, summary and prompts less than 16 MB each."
    case .damaged:
      "Restore a backup, or recover its notes with “commonplace salvage FILE --to NEW”."
    case .locked: "Try again in a moment."
    case .cancelled: "Try again if you still need it."
    case .unreadable: "Check the permissions of the file, and the disk."
    case .alreadyExists: "Choose another path, or open the existing file."
    case .cannotCreate: "Check the permissions of the file's folder and the free space."
    case .notSaved:
      "Check the free space and the permissions of ~/.local/state (or $XDG_STATE_HOME), then save "
        + "again."
    case .perhapsSaved:
      "Check the free space and the permissions of ~/.local/state (or $XDG_STATE_HOME)."
    case .stateUnusable(let obstacle): obstacle.advice
    case .notPublished:
      "Check the permissions of the file's folder and the free space."
    case .notWritable(_, _, let advice): "The file was not changed. \(advice)"
    case .ambiguous:
      "Choose one with --notebook or your editor's settings, or move the others away."
    case .replaced: "Open the notebook again to see its notes."
    case .bookWithoutTitle: "Give the book a title."
    case .textLost:
      "Keep another version, or resolve the conflict on the device that deleted the text."
    case .damagedCopy:
      "“commonplace check --repair” creates a new copy from the file and the readable parts."
    case .indexUnusable:
      "Your notes are intact. Check the free space, and delete the index: it will be rebuilt."
    case .wrongSearchIndex:
      "Your notes are intact. “commonplace check --repair” rebuilds the index."
    case .unrelated:
      "Use a copy or a backup of the same notebook. “commonplace merge” merges different notebooks."
    case .nothingRecovered:
      "Look for a backup, or for an older version in your sync program."
    case .noteNotFound:
      "“commonplace notes” lists the notes. Another device may have deleted this one."
    }
  }

  package var description: String { "\(message) \(advice)" }

  /// The message and advice for a problem of the file or of this machine that did not come from a
  /// change.
  package var standingDescription: String { "\(message) \(standingAdvice)" }

  package var standingAdvice: String {
    advice(after: outcome == .onThisMachine ? .onThisMachine : nil)
  }
}

extension NotebookError {
  /// Whether the error depends on the moment rather than the file's content: it may disappear
  /// although the file does not change.
  package var isOfTheMoment: Bool {
    switch self {
    case .missing, .gone, .walMode, .interruptedWrite, .locked, .unreadable, .notSaved,
      .perhapsSaved, .stateUnusable, .notPublished, .notWritable:
      true
    default: false
    }
  }

  /// Creates `unsafeSchema` with the name of an object from the file. The name, which can be any
  /// text, is cut to 60 scalars and made safe to print.
  package init(unsafe path: String, object name: String) {
    let printable = name.unicodeScalars.prefix(60).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        "\u{FFFD}"
      default: String(scalar)
      }
    }
    self = .unsafeSchema(path: path, object: printable.joined())
  }
}
