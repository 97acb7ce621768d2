import Base
import Foundation
import TestSupport
import Testing

@testable import Mirror

/// The plan for a folder, a record and a notebook, as words:
///
/// - files: `A.md~` as remembered, `A.md=text`, `A.md?text` being written, `A.md*text` changed within the
///   last minute, `A.md!` refused;
/// - record: `A.md:N=text1`, the file of note N with version 1 of a text, `+` after it for a side;
/// - notes that may have changed: `N=text2/Title`, `N^…` in the trash, `N-` deleted, `+other3` for
///   another text in a conflict.
///
/// `_` stands for a space.
@Suite struct MirrorPlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var files: String
    var record: String
    var notes: String
    var steps: String

    init(_ files: String, _ record: String, _ notes: String, _ steps: String) {
      (self.files, self.record, self.notes, self.steps) = (files, record, notes, steps)
    }

    var testDescription: String { "\(files) | \(record) | \(notes) -> \(steps)" }
  }

  static let cases = [
    // Nothing, and the beginning.
    Case("", "", "", ""),
    Case("A.md~", "A.md:N=a1", "", ""),
    Case("", "", "N=a1/A", "write N"),
    Case("", "", "N^a1/A", ""),
    Case("A.md=a", "", "N=a1/A", "record A.md"),
    Case("B.md=a", "", "N=a1/A", "record B.md"),
    Case("A.md=b", "", "N=a1/A", "create A.md, write N"),
    Case("A_(2).md=a A.md=a", "", "M=a1/A N=a1/A", "record A_(2).md, record A.md"),
    Case("B.md=a", "", "M=a1/A N=a1/B", "record B.md, write M"),
    Case("A.md=", "", "", ""),
    Case("A.md?a", "", "", "retry A.md"),
    Case("A.md!", "", "", "skip A.md"),
    // One side changed.
    Case("A.md=b", "A.md:N=a1", "", "save A.md"),
    Case("A.md?b", "A.md:N=a1", "", "retry A.md"),
    Case("A.md=a", "A.md:N=a1", "", "record A.md"),
    Case("A.md=", "A.md:N=a1", "", "skip A.md"),
    Case("A.md!", "A.md:N=a1", "N=b2/A", "skip A.md"),
    Case("A.md~", "A.md:N=a1", "N=b2/A", "write N>A.md"),
    Case("A.md~", "A.md:N=a1", "N=a2/A", "write N>A.md"),
    Case("A.md~", "A.md:N=a1", "N=b2/B", "write N>A.md, move A.md>B"),
    Case("A.md~", "A.md:N=a1", "N^a1/A", "remove A.md"),
    Case("A.md~", "A.md:N=a1", "N-", "remove A.md"),
    Case("", "A.md:N=a1", "", "trash A.md"),
    // Both sides changed.
    Case("A.md=b", "A.md:N=a1", "N=c2/A", "save A.md"),
    Case("A.md=b", "A.md:N=a1", "N=b2/A", "record A.md"),
    Case("A.md?b", "A.md:N=a1", "N=b2/A", "record A.md"),
    Case("A.md=b", "A.md:N=a1", "N^a2/A", "revive A.md"),
    Case("A.md=b", "A.md:N=a1", "N-", "revive A.md"),
    Case("A.md=a", "A.md:N=a1", "N-", "record A.md, remove A.md"),
    Case("", "A.md:N=a1", "N=b2/A", "write N, drop A.md"),
    Case("", "A.md:N=a1", "N=a2/A", "trash A.md"),
    Case("", "A.md:N=a1", "N-", "drop A.md"),
    Case("", "A.md:N=a1", "N^b2/A", "drop A.md"),
    // Files with other names.
    Case("B.md=a", "A.md:N=a1", "", "drop A.md, record B.md, retitle B.md"),
    Case("A_(2).md=a", "A.md:N=a1", "", "drop A.md, record A_(2).md"),
    Case("B.md=a", "A.md:N=a1", "N=c2/A", "drop A.md, record B.md, retitle B.md"),
    Case("B.md=a", "A.md:N=a1", "N=c2/C", "drop A.md, record B.md, write N>B.md, move B.md>C"),
    Case("B.md=a", "A.md:N=a1", "N=c2/B", "drop A.md, record B.md, write N>B.md, move B.md>B"),
    Case("B.md=b", "A.md:N=a1", "", "trash A.md, create B.md"),
    Case(
      "b.md=b B.md=a", "A.md:N=a1 b.md:M=b1", "",
      "drop A.md, record B.md, retitle B.md, record b.md"),
    Case("A.md=b B.md=a", "A.md:N=a1 B.md:M=b1", "", "save A.md, save B.md"),
    // Conflicts.
    Case("A.md~", "A.md:N=a1", "N=a1/A+b2", "sides N"),
    Case("A.md~ A_(conflict).md~", "A.md:N=a1 A_(conflict).md:N=b2+", "", ""),
    Case("A.md~", "A.md:N=a1 A_(conflict).md:N=b2+", "", "settle N"),
    Case("", "A.md:N=a1 A_(conflict).md:N=b2+", "", "trash A.md"),
    Case(
      "A.md~ A_(conflict).md~", "A.md:N=a1 A_(conflict).md:N=b2+", "N=a3/A",
      "write N>A.md, sides N"),
    Case(
      "A.md~ A_(conflict).md=c", "A.md:N=a1 A_(conflict).md:N=b2+", "",
      "create A_(conflict).md, settle N"),
    Case("A.md~ A_(conflict).md=b", "A.md:N=a1 A_(conflict).md:N=b2+", "", ""),
  ]

  /// A sync program puts the other device's text beside a note's file.
  static let copies = [
    Case("A.md~ A.conflict1.md=b", "A.md:N=a1", "", "keep A.conflict1.md>N"),
    Case("A.md~ A.conflict1.md*b", "A.md:N=a1", "", "keep A.conflict1.md>N"),
    Case("A.md~ A.conflict1.md?b", "A.md:N=a1", "", "retry A.conflict1.md"),
    Case("A.md~ A.conflict1.md=", "A.md:N=a1", "", ""),
    Case("A.md~ A.conflict1.md!", "A.md:N=a1", "", "skip A.conflict1.md"),
    Case("A.md=c A.conflict1.md=b", "A.md:N=a1", "", "save A.md, keep A.conflict1.md>N"),
    Case("A.md~ A.conflict1.md~", "A.md:N=a1 A.conflict1.md:N=b2+", "", ""),
    Case("A.md~", "A.md:N=a1 A.conflict1.md:N=b2+", "", "settle N"),
    Case(
      "A.md~ A.conflict2.md~", "A.md:N=a1 A.conflict1.md:N=b2+ A.conflict2.md:N=c3+", "",
      "settle N_A.conflict1.md"),
    Case(
      "A.md~ A.conflict1.md=d A.conflict2.md~",
      "A.md:N=a1 A.conflict1.md:N=b2+ A.conflict2.md:N=c3+", "",
      "create A.conflict1.md, sides N"),
    Case(
      "A.md~ A.conflict1.md~ A.conflict2.md=c", "A.md:N=a1 A.conflict1.md:N=b2+", "",
      "keep A.conflict2.md>N"),
    Case(
      "A.md~ A.conflict1.conflict1.md=b A.conflict1.md=c", "A.md:N=a1", "",
      "keep A.conflict1.conflict1.md>N, keep A.conflict1.md>N"),
    // Both are new.
    Case("A.md=a A.conflict1.md=b", "", "", "create A.md, keep A.conflict1.md>A.md"),
    Case("A.md= A.conflict1.md=b", "", "", "create A.conflict1.md"),
    Case("A.conflict1.md=b", "", "", "create A.conflict1.md"),
    Case("A.md=a A_2.md=b A_(1).md=c", "", "", "create A_(1).md, create A_2.md, create A.md"),
    // The note is gone.
    Case("A.md~ A.conflict1.md=b", "A.md:N=a1", "N-", "remove A.md, create A.conflict1.md"),
    Case("A.md~ A.conflict1.md=b", "A.md:N=a1", "N^a1/A", "remove A.md, create A.conflict1.md"),
    // The file is gone: it may be on its way.
    Case("A.conflict1.md*a", "A.md:N=a1", "", "retry A.md, retry A.conflict1.md"),
    Case(
      "A.conflict1.md=a", "A.md:N=a1", "",
      "drop A.md, record A.conflict1.md, move A.conflict1.md>A"),
    Case(
      "A.conflict1.md=b A.conflict2.md=c", "A.md:N=a1", "",
      "drop A.md, save A.conflict1.md, keep A.conflict2.md>N, move A.conflict1.md>A"),
    Case(
      "B.md=a A.conflict1.md=c", "A.md:N=a1", "",
      "drop A.md, record B.md, retitle B.md, keep A.conflict1.md>N"),
    // It was taken for a note before.
    Case("A.md~ A.conflict1.md~", "A.md:N=a1 A.conflict1.md:M=b1", "", ""),
  ]

  @Test(arguments: cases + copies)
  func plans(_ test: Case) {
    let plan = MirrorPlan(
      PlanWords.files(test.files), record: PlanWords.record(test.record),
      notes: PlanWords.notes(test.notes))
    #expect(plan.steps.map(PlanWords.words).joined(separator: ", ") == test.steps)
  }

  /// While editors may have a file open, its own new title does not take its name away; a title that
  /// was changed in the notebook does.
  @Test(arguments: [
    (stem: "A", title: "B", note: "", tidies: false, steps: ""),
    (stem: "A", title: "B", note: "N=a1/B", tidies: true, steps: "move A.md>B"),
    (stem: "A", title: "B", note: "N=c2/B", tidies: false, steps: "write N>A.md"),
    (stem: "A", title: "B", note: "N=c2/C", tidies: false, steps: "write N>A.md, move A.md>C"),
  ])
  func namesFollowTitles(
    _ stem: String, _ title: String, _ note: String, _ tidies: Bool,
    _ steps: String
  ) {
    var record = PlanWords.record("A.md:N=a1")
    (record[0].stem, record[0].titleStem) = (stem, title)
    let plan = MirrorPlan(
      PlanWords.files("A.md~"), record: record, notes: PlanWords.notes(note), tidies: tidies)
    #expect(plan.steps.map(PlanWords.words).joined(separator: ", ") == steps)
  }

  /// An editor that had a file open writes it under the name that the note had.
  @Test(arguments: [
    ("A.md=a B.md~", "remove B.md, record A.md, write N>A.md"),
    ("A.md=c B.md~", "remove B.md, save A.md"),
    ("A.md=c B.md=d", "save B.md, create A.md"),
    ("A.md=b B.md~", "remove B.md, record A.md"),
  ])
  func aFormerNameIsTheNotes(_ files: String, _ steps: String) {
    let former = PlanWords.record("A.md:N=a1")
    let plan = MirrorPlan(
      PlanWords.files(files), record: PlanWords.record("B.md:N=b2"),
      previousNames: ["A.md": former[0]], notes: [:])
    #expect(plan.steps.map(PlanWords.words).joined(separator: ", ") == steps)
  }

  /// A new file that says much of what a missing one said is that one.
  @Test(arguments: [
    ("B.md=b", "A.md:N=a1", "", "B.md N 0.8", "drop A.md, save B.md, retitle B.md"),
    ("B.md=b", "A.md:N=a1", "", "B.md N 0.3", "trash A.md, create B.md"),
    ("B.md=b", "A.md:N=a1", "N=c2/A", "B.md N 0.8", "drop A.md, save B.md, retitle B.md"),
    ("B.md=b", "A.md:N=a1", "N^a1/A", "B.md N 0.8", "drop A.md, create B.md"),
    ("B.md?b", "A.md:N=a1", "", "B.md N 0.8", "retry B.md"),
    (
      "C.md=c D.md=d", "A.md:N=a1 B.md:M=b1", "", "C.md N 0.6 C.md M 0.9 D.md N 0.7 D.md M 0.8",
      "drop B.md, drop A.md, save D.md, retitle D.md, save C.md, retitle C.md"
    ),
    (
      "B.md=b C.md=a", "A.md:N=a1", "", "B.md N 0.9",
      "drop A.md, record C.md, retitle C.md, create B.md"
    ),
  ])
  func aFileIsKnownByWhatItSays(
    _ files: String, _ record: String, _ notes: String, _ alike: String, _ steps: String
  ) {
    var likenesses: [String: Double] = [:]
    let words = alike.split(separator: " ").map(String.init)
    for start in stride(from: 0, to: words.count, by: 3) {
      likenesses[words[start] + words[start + 1]] = Double(words[start + 2])
    }
    let plan = MirrorPlan(
      PlanWords.files(files), record: PlanWords.record(record), notes: PlanWords.notes(notes),
      likeness: { likenesses[$1 + $0.note] ?? 0 })
    #expect(plan.steps.map(PlanWords.words).joined(separator: ", ") == steps)
  }

  /// A file that was not there before, and notes without a file: N, which the file `A.md` had been,
  /// and those in the trash.
  @Test(arguments: [
    ("A.md=a", "", "revive A.md N"), ("A.md=c", "", "revive A.md N"),
    ("A.md=b", "M^b1/B", "revive A.md M"), ("B.md=a", "", "create B.md"),
    ("B.md=a", "N^a1/A", "revive B.md N"), ("X.md=b", "L^b1/A M^b1/B", "revive X.md L"),
    ("B.md=b", "L^b1/A M^b1/B", "revive B.md M"), ("A.md?a", "N^a1/A", "retry A.md"),
    ("A.md=a B.md=a", "N^a1/A", "revive A.md N, create B.md"),
  ])
  func aNoteComesBackWithItsFile(_ files: String, _ bin: String, _ steps: String) {
    let former = PlanWords.record("A.md:N=a1")
    let plan = MirrorPlan(
      PlanWords.files(files), record: [], previousNames: ["A.md": former[0]], notes: [:],
      trash: PlanWords.notes(bin).compactMapValues(\.self))
    let words = plan.steps.map { step in
      guard case .save(let file, _, _) = step else { return PlanWords.words(step) }
      return PlanWords.words(step) + " " + file.note
    }
    #expect(words.joined(separator: ", ") == steps)
  }

  /// A program that replaces a file may take it away first.
  @Test(arguments: [
    ("A.md:N=a1", "", "retry A.md"), ("A.md:N=a1", "N=b2/A", "write N, drop A.md"),
    ("A.md:N=a1 S.md:N=b2+", "", "retry A.md, retry S.md"),
  ])
  func missingFilesAreWaitedFor(_ record: String, _ notes: String, _ steps: String) {
    let plan = MirrorPlan(
      [:], record: PlanWords.record(record), notes: PlanWords.notes(notes),
      recent: ["A.md", "S.md"])
    #expect(plan.steps.map(PlanWords.words).joined(separator: ", ") == steps)
  }

  @Test(arguments: [
    (known: 1, gone: 1, is: false), (known: 2, gone: 2, is: true), (known: 3, gone: 2, is: false),
    (known: 3, gone: 3, is: true), (known: 8, gone: 4, is: false), (known: 7, gone: 4, is: true),
  ])
  func muchThatIsGoneIsAMassRemoval(known: Int, gone: Int, isMass: Bool) {
    let numbers = 0..<known
    let record = PlanWords.record(numbers.map { "\($0).md:N\($0)=\($0)1" }.joined(separator: " "))
    let files = PlanWords.files(
      numbers.dropFirst(gone).map { "\($0).md~" }.joined(separator: " "))
    #expect(MirrorPlan(files, record: record, notes: [:]).isMassRemoval == isMass)
    let all = PlanWords.files(numbers.map { "\($0).md~" }.joined(separator: " "))
    let deleted = PlanWords.notes(numbers.prefix(gone).map { "N\($0)-" }.joined(separator: " "))
    #expect(MirrorPlan(all, record: record, notes: deleted).isMassRemoval == isMass)
  }
}

/// Reads and writes the words.
private enum PlanWords {
  static func tokens(_ text: String) -> [String] {
    text.split(separator: " ").map { String($0).replacing("_", with: " ") }
  }

  static func files(_ text: String) -> [String: MirrorListing.File] {
    var files: [String: MirrorListing.File] = [:]
    for (number, token) in tokens(text).enumerated() {
      guard let match = token.firstMatch(of: #/^(.*?)([~=?!*])(.*)$/#) else { continue }
      let text = String(match.3)
      files[String(match.1)] =
        switch match.2 {
        case "~": .same
        case "!": .refused("is refused")
        default:
          .text(
            MirrorListing.Text(
              digest: TextDigest(text),
              stamp: FileStamp(inode: Int64(1000 + number), size: 1, modified: 1, changed: 1),
              isEmpty: text.isEmpty, isQuiet: match.2 != "?",
              isSettled: match.2 != "*"))
        }
    }
    return files
  }

  static func record(_ text: String) -> [MirroredFile] {
    tokens(text).enumerated().compactMap { number, token in
      guard let match = token.firstMatch(of: #/^(.*?):(.*?)=(.*)(\d)(\+?)$/#) else { return nil }
      let name = String(match.1)
      let stem = MirrorNames.stem(ofName: name) ?? ""
      var file = MirroredFile(
        name: name, note: String(match.2), version: String(match.4),
        digest: TextDigest(String(match.3)), stem: stem, titleStem: stem)
      file.stamp = FileStamp(inode: Int64(number), size: 1, modified: 1, changed: 1)
      file.isSide = !match.5.isEmpty
      return file
    }
  }

  static func notes(_ text: String) -> [String: MirroredNote?] {
    var notes: [String: MirroredNote?] = [:]
    for token in tokens(text) {
      if token.hasSuffix("-") {
        notes[String(token.dropLast())] = .some(nil)
      } else if let match = token.firstMatch(
        of: #/^(.*?)([=^])(.*)(\d)/([^+]*)(?:\+(.*)(\d))?$/#)
      {
        var note = MirroredNote(
          version: String(match.4), digest: TextDigest(String(match.3)), stem: String(match.5),
          isTrashed: match.2 == "^")
        if let text = match.6, let version = match.7 {
          note.others[String(version)] = TextDigest(String(text))
        }
        notes[String(match.1)] = note
      }
    }
    return notes
  }

  static func words(_ step: MirrorPlan.Step) -> String {
    let words =
      switch step {
      case .recordSynced(let file): "record \(file.name)"
      case .dropRecord(let name): "drop \(name)"
      case .save(let file, _, let comesBack): "\(comesBack ? "revive" : "save") \(file.name)"
      case .create(let name, _): "create \(name)"
      case .keepCopy(let name, _, let original, let note): "keep \(name)>\(note ?? original)"
      case .retitle(let file): "retitle \(file.name)"
      case .trash(let file): "trash \(file.name)"
      case .settle(let note, let sides):
        (["settle \(note)"] + sides.map(\.name)).joined(separator: " ")
      case .write(let note, let file): "write \(note)" + (file.map { ">\($0.name)" } ?? "")
      case .writeOtherTexts(let note): "sides \(note)"
      case .remove(let file): "remove \(file.name)"
      case .move(let file, let stem): "move \(file.name)>\(stem)"
      case .skip(let name, _): "skip \(name)"
      case .retryLater(let name): "retry \(name)"
      }
    let index = words.firstIndex(of: " ").map { words.index(after: $0) } ?? words.startIndex
    return String(words[..<index]) + String(words[index...]).replacing(" ", with: "_")
  }
}
