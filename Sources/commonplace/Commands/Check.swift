import ArgumentParser
import Foundation
import JSON
import Maintenance
import Notebook
import NotebookFile

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find and repair damage in the notebook and its working copy.",
    discussion: """
      Prints one line per problem, with advice. “remark”: nothing is wrong. “warning”: something \
      may be wrong. “damage”: a program may refuse the notebook, or not show all of it. Exit \
      codes: 0 without problems or with remarks only, 1 with warnings, 65 with damage.

      Without --repair, nothing is changed. If there is something to repair, --repair first makes \
      a backup, whose path is printed, and then makes all repairs that do not lose data. It \
      rebuilds the search index, completes the notebook's internal lists, and corrects line \
      endings. \
      If the file is damaged, this machine's working copy replaces it, and the damaged file is \
      kept under another name. If the working copy is damaged, its readable parts are merged with \
      the file. For other damage, use “commonplace salvage”.
      """)

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Make all repairs that do not lose data.")
  var repair = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let location = options.location
    if repair, let refusal = location.refusal { throw refusal }
    let path = location.path
    do {
      guard repair else { return try report(Repair(none: Checkup.run(at: path))) }
      // An interruption does not abort the repair.
      let done = try Interruption.finishing("the repair is complete") {
        try Cancellable.with({ false }) { try Repair.run(at: path) }
      }
      try report(done)
    } catch NotebookError.missing(let path) {
      throw CommandFailure(missing: path, strangers: location.strangers)
    }
  }

  private func report(_ done: Repair) throws {
    let checkup = done.checkup
    if json {
      try StandardOutput.write(done.json.line)
    } else {
      for backup in done.backups {
        try StandardOutput.write("Backup: \(backup.terminalSafeLine)")
      }
      if let aside = done.setAside {
        try StandardOutput.write(
          "Damaged file: \(aside.terminalSafeLine) (“commonplace salvage” may recover more from it)"
        )
      }
      if let copy = done.damagedCopy {
        try StandardOutput.write(
          "Created a new working copy; the damaged one is kept for 30 days: "
            + copy.terminalSafeLine)
      }
      for finding in checkup.findings { try StandardOutput.write(finding.line) }
      let counts = Counts(
        Finding.Severity.allCases.reversed().map { severity in
          let count = checkup.count(severity)
          return (count, severity.name(count: count))
        })
      try StandardOutput.write("\(Counts.of(checkup.notes, "note")) checked: \(counts) found")
    }
    switch checkup.findings.map(\.severity).max() {
    case .damage: throw SilentExit(code: CommandFailure.Code.badData.rawValue)
    case .warning: throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue)
    case .remark, nil: break
    }
  }
}

/// An exit code without a message, for a command that has already printed everything.
struct SilentExit: Error {
  var code: Int32
}

extension Finding.Severity {
  /// The noun for `count` findings; “damage” does not have a plural.
  fileprivate func name(count: Int) -> String {
    count == 1 || self == .damage ? rawValue : rawValue + "s"
  }
}

extension Finding {
  fileprivate var line: String {
    let subject = note.map { "note \($0)" + (title.map { " (\($0))" } ?? "") } ?? path
    let problem = problem.hasPrefix(subject) ? problem : "\(subject): \(problem)"
    return "\(severity.rawValue): \(problem): \(advice)".terminalSafeLine
  }

  fileprivate var json: JSONValue {
    [
      "kind": kind.rawValue.json, "severity": severity.rawValue.json, "file": path.json,
      "noteId": note.json, "title": title.json, "problem": problem.json, "advice": advice.json,
      "isRepairable": isRepairable.json,
    ]
  }
}

extension Repair {
  fileprivate var json: JSONValue {
    [
      "noteCount": checkup.notes.json, "findings": .array(checkup.findings.map(\.json)),
      "backups": backups.json, "setAside": setAside.json,
      "damagedCopy": damagedCopy.json,
    ]
  }
}
