/// The reason why a notebook could not be read or made. Texts name the file, never its content.
package enum NotebookError: Error, Equatable, Sendable {
  /// There is no file at the path.
  case missing(path: String)
  /// The file was there, and was moved, renamed or deleted; `now` is its new path, if that is known.
  case gone(path: String, now: String?)
  /// The file has no content yet: a sync program's placeholder.
  case notHereYet(path: String)
  /// A folder, a pipe or a device is at the path.
  case notAFile(path: String)
  /// The file is not an SQLite database.
  case notSQLite(path: String)
  /// The file is in write-ahead-log mode, which no notebook is when it is at rest.
  case walMode(path: String)
  /// A program stopped in the middle of writing and left its journal.
  case interruptedWrite(path: String)
  /// The database was made by another program.
  case notANotebook(path: String)
  /// The notebook is of a version that this program cannot read.
  case newerVersion(path: String)
  /// The full-text index is of the kind that test versions of the app made until August 2021.
  case olderIndex(path: String)
  /// The database declares something that no notebook has, or lacks or changes something that every
  /// notebook has: `object` is its name, safe to print.
  case unsafeSchema(path: String, object: String)
  /// The notebook holds a value that is larger than any note or image.
  case tooLarge(path: String)
  /// A note is too long to be kept: its text, its first line or its summary.
  case valueTooLarge(note: String)
  /// Reading took longer than any notebook of this size does.
  case takesTooLong(path: String)
  /// More sessions wrote the notebook than any that people write.
  case tooManyAuthors(path: String)
  /// A value of a note has more versions than devices could have made.
  case tooManyVersions(note: String)
  /// The answer is not wanted any more.
  case cancelled(path: String)
  /// The database contradicts itself.
  case damaged(path: String)
  /// Another program is writing.
  case locked(path: String)
  /// The system does not let us read; `reason` is its message.
  case unreadable(path: String, reason: String)
  /// A file that must not be replaced is in the way.
  case alreadyExists(path: String)
  /// The system does not let us write; `reason` is its message.
  case cannotCreate(path: String, reason: String)
  /// The working copy could not be written, and has nothing of the change; `reason` is why.
  case notSaved(path: String, reason: String)
  /// The same, and it is not known whether it has the change.
  case perhapsSaved(path: String, reason: String)
  /// This machine's folder of working copies, or something in it, cannot be used.
  case stateUnusable(StateObstacle)
  /// Changes that are saved in the working copy could not be brought into the file; `reason` is the
  /// cause.
  case notPublished(path: String, reason: String)
  /// The file is not to be written by this user: `reason` follows its name in a sentence, and
  /// `advice` is the way to permit it.
  case notWritable(path: String, reason: String, advice: String)
  /// A folder has several notebooks, and none was named.
  case ambiguous(paths: [String])
  /// Another notebook is at the path now.
  case replaced(path: String)
  /// The notebook has no note with this id.
  case noteNotFound(id: String, path: String)
  /// The record of a note's book would have a title of which nothing is seen.
  case bookWithoutTitle(note: String)
  /// The version that was chosen in a conflict lacks its text, which was deleted for good elsewhere
  /// and is not kept on this machine.
  case textLost(note: String)
  /// This machine's working copy of the notebook at the path contradicts itself.
  case damagedCopy(path: String)
  /// An index beside the working copy cannot be used. The notebook itself can.
  case indexUnusable(path: String)
  /// The notebook's full-text index is not that of its texts. The notes can be read.
  case wrongSearchIndex(path: String)
  /// The file is another notebook, and no copy of the one at `to`.
  case unrelated(path: String, to: String)
  /// No note could be read in a damaged file.
  case nothingRecovered(path: String)
}

extension NotebookError: CustomStringConvertible {
  /// The problem: one sentence.
  package var message: String {
    switch self {
    case .missing(let path): "There is no notebook at \(path)."
    case .gone(let path, let now?): "The notebook \(path) is now \(now)."
    case .gone(let path, nil): "The notebook \(path) was moved, renamed or deleted."
    case .notHereYet(let path): "\(path) is empty: its content has not arrived yet."
    case .notAFile(let path): "\(path) is not a file."
    case .notSQLite(let path): "\(path) is not a notebook: it is not an SQLite file."
    case .walMode(let path): "\(path) is open in another program, or was left open by one."
    case .interruptedWrite(let path): "A program stopped while it was writing \(path)."
    case .notANotebook(let path): "\(path) is an SQLite file of another program, not a notebook."
    case .newerVersion(let path): "\(path) was written by a newer version."
    case .olderIndex(let path):
      "\(path) is from a test version of the app of 2021: its search index is of another kind (FTS4)."
    case .unsafeSchema(let path, let object):
      "\(path) does not have the structure of a notebook: “\(object)” differs."
    case .tooLarge(let path):
      "\(path) holds a value of more than \(GuardedFile.largestValue >> 20) MB."
    case .valueTooLarge(let note): "The note \(note) is too long to be kept."
    case .takesTooLong(let path): "Reading \(path) takes too long: the file may be hostile."
    case .tooManyAuthors(let path):
      "\(path) has more than \(VersionLimits.authors) authors: the file may be hostile."
    case .tooManyVersions(let note):
      "The note \(note) has a value of more than \(VersionLimits.ofValue) versions: the file may be "
        + "hostile."
    case .cancelled(let path): "Reading \(path) was cancelled."
    case .damaged(let path): "\(path) is damaged."
    case .locked(let path): "Another program is writing \(path)."
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
    case .alreadyExists(let path): "\(path) exists already."
    case .cannotCreate(let path, let reason): "\(path) cannot be written: \(reason)."
    case .stateUnusable(let obstacle): obstacle.message
    case .perhapsSaved(let path, let reason):
      "It is not known whether the change to \(path) was saved: \(reason)."
    case .notSaved(let path, let reason): "The change to \(path) was not saved: \(reason)."
    case .notPublished(let path, let reason):
      "Your changes are not yet in \(path), which could not be written: \(reason)."
    case .notWritable(let path, let reason, _): "\(path) \(reason)."
    case .ambiguous(let paths):
      "There are several notebooks here, and none was named: "
        + paths.joined(separator: ", ") + "."
    case .replaced(let path): "Another notebook has taken the place of \(path)."
    case .noteNotFound(let id, let path): "There is no note \(id) in \(path)."
    case .bookWithoutTitle(let note): "The book of the note \(note) has no title."
    case .textLost(let note):
      "The text of the note \(note) was deleted elsewhere, and this machine never had it."
    case .damagedCopy(let path):
      "This machine's working copy of \(path) is damaged: it can be neither read nor written."
    case .indexUnusable(let path): "The index \(path) cannot be used."
    case .wrongSearchIndex(let path):
      "The search index of \(path) does not match its notes, so a search would name wrong notes."
    case .unrelated(let path, let other): "\(path) is another notebook than \(other)."
    case .nothingRecovered(let path): "Nothing could be recovered: no note in \(path) can be read."
    }
  }

  /// The outcome of a change that met this error; nil if the error says nothing of that.
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

  /// The outcome of a change in words, and the remedy.
  package var advice: String { advice(after: outcome) }

  /// The same where the outcome is known better; nil if there was no change.
  package func advice(after outcome: ChangeOutcome?) -> String {
    switch outcome {
    case nil: remedy
    case .untouched?: "\(remedy) \(ChangeOutcome.untouched.sentence)"
    case let outcome?: "\(outcome.sentence) \(remedy)"
    }
  }

  /// The remedy: one or two sentences.
  private var remedy: String {
    switch self {
    case .missing: "Check the path, or create a notebook there."
    case .gone:
      "Put it back, or name its new place in your settings; then save again."
    case .notHereYet:
      "Wait until your sync program has fetched it, then try again. If it never held anything, remove "
        + "it, and make a notebook there with “commonplace init”."
    case .notAFile: "Give the path of a .libnotes file."
    case .notSQLite, .notANotebook: "Check the path."
    case .walMode: "Close the other program and try again. Its -wal file may hold the newest notes."
    case .interruptedWrite:
      "Open the notebook once in that program. Keep the -journal file beside it."
    case .newerVersion: "Update this program."
    case .olderIndex, .unsafeSchema, .tooLarge, .takesTooLong:
      "“commonplace salvage FILE --to NEW” makes a notebook of its notes."
    case .tooManyAuthors, .tooManyVersions:
      "The notebook can be read; “commonplace salvage FILE --to NEW” makes a "
        + "writable one from its notes."
    case .valueTooLarge:
      "A text may have 63 MB, its first line and its summary far less: split it."
    case .damaged:
      "Restore the file from a backup or from your sync program's older versions; or make a "
        + "notebook from its readable parts with “commonplace salvage FILE --to NEW”."
    case .locked: "Try again in a moment."
    case .cancelled: "Ask again if you want the answer after all."
    case .unreadable: "Check that the file may be read by you."
    case .alreadyExists: "Choose another path, or open that file."
    case .cannotCreate: "Check that the folder may be written by you and the disk is not full."
    case .notSaved, .perhapsSaved:
      "Check that the disk is not full and that the folder for state "
        + "(XDG_STATE_HOME) may be written by you, then save again."
    case .stateUnusable(let obstacle): obstacle.advice
    case .notPublished:
      "Check that the folder may be written by you and the disk is not full."
    case .notWritable(_, _, let advice): "The file was not changed. \(advice)"
    case .ambiguous:
      "Name one by --notebook, by COMMONPLACE_NOTEBOOK or in your editor's "
        + "settings; or move the others elsewhere."
    case .replaced: "Open the notebook again to see its notes."
    case .bookWithoutTitle: "Give it a title."
    case .textLost:
      "The device that had the note has its text in its history: choose "
        + "there, or keep your own text, or the deletion."
    case .damagedCopy:
      "“commonplace check --repair” makes a new one from the file and the readable parts."
    case .indexUnusable:
      "Your notes are whole. Check that the disk is not full, then delete that file: it is made again."
    case .wrongSearchIndex:
      "Your notes are whole. “commonplace check --repair” rebuilds the index."
    case .unrelated:
      "Give a copy or a backup of the same notebook; “commonplace merge” merges others."
    case .nothingRecovered:
      "Nothing was made. Look for a backup, or for older versions in your sync program."
    case .noteNotFound: "List the notes to see their ids. It may have been deleted elsewhere."
    }
  }

  /// Message and advice on one line.
  package var description: String { "\(message) \(advice)" }

  /// The same of a problem of the file or of this machine that no change met just now.
  package var standingDescription: String { "\(message) \(standingAdvice)" }

  /// The advice about such a problem.
  package var standingAdvice: String {
    advice(after: outcome == .onThisMachine ? .onThisMachine : nil)
  }
}

extension NotebookError {
  /// Whether it says how things are at the moment, and nothing of the file's content: it may be
  /// otherwise the next time though the file has not changed.
  package var isOfTheMoment: Bool {
    switch self {
    case .missing, .gone, .walMode, .interruptedWrite, .locked, .unreadable, .notSaved,
      .perhapsSaved, .stateUnusable, .notPublished, .notWritable:
      true
    default: false
    }
  }

  /// `unsafeSchema` with the name of an object as the file has it, which can be anything.
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
