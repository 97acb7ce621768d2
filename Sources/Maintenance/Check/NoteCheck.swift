import Base
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook

struct NoteCheck: Sendable {
  struct Fault: Sendable {
    var kind: Finding.Kind
    var severity: Finding.Severity
    var problem: String
    var advice: String
    var isRepairable = false
  }

  let rows: NoteRows
  /// The keys of its images, without a cover.
  let images: Set<String>

  /// All faults. Cost: linear in the values, and a parse of the text if it may show images.
  var faults: [Fault] { faultsOfMetadata + faultsOfText + faultsOfPrompts }

  private var faultsOfMetadata: [Fault] {
    guard let fault = MetadataFault(json: rows.metadata.json)?.problem else { return [] }
    return [
      Fault(
        kind: .metadata, severity: .damage,
        problem: "the app cannot list the note: its “.metadata” is unreadable (\(fault))",
        advice: ContentCheck.repairAdvice + ", unless the data of its book is damaged",
        isRepairable: true)
    ]
  }

  private var faultsOfText: [Fault] {
    let text = rows.text ?? ""
    var faults: [Fault] = []
    if text.containsBytes(of: "\r"), text.withLineFeedsOnly.utf8.count < text.utf8.count {
      faults.append(
        Fault(
          kind: .lineEnds, severity: .warning,
          problem: "the text has Windows line endings (CRLF), which the app does not support",
          advice: ContentCheck.repairAdvice, isRepairable: true))
    }
    let shown = text.containsBytes(of: "![") ? Set(Image.all(in: text).map(\.target)) : []
    let missing = shown.filter { $0.hasPrefix("assets/") && !images.contains($0) }.sorted()
    if let first = missing.first {
      faults.append(
        Fault(
          kind: .missingImage, severity: .warning,
          problem: "an image is missing: \(first)" + Self.more(missing.count - 1),
          advice: "another device may have it; if not, remove the image from the text"))
    }
    let unused = images.subtracting(shown).sorted()
    if let first = unused.first {
      faults.append(
        Fault(
          kind: .unusedImage, severity: .remark,
          problem: "an image is unused: \(first)" + Self.more(unused.count - 1),
          advice: "it stays with the note, in case an older text is restored"))
    }
    return faults
  }

  static func more(_ count: Int) -> String { count > 0 ? ", and \(count) more" : "" }

  /// At most one fault, for all prompts that the app cannot read: prompts of an unknown kind, or
  /// that do not match their key.
  private var faultsOfPrompts: [Fault] {
    var outline = JSONOutline()
    let faults = rows.prompts.sorted { $0.entryKey < $1.entryKey }.compactMap { prompts in
      prompts.entryKey.promptKey(note: rows.id).flatMap {
        PromptFault(key: $0, entryKey: prompts.entryKey, json: prompts.json, &outline)
      }
    }
    guard let first = faults.first else { return [] }
    let isMovable = faults.allSatisfy(\.isMovable)
    return [
      Fault(
        kind: .prompts, severity: .damage,
        problem: "the app cannot read the note's prompts: \(first.problem)"
          + Self.more(faults.count - 1),
        advice: isMovable
          ? ContentCheck.repairAdvice
          : "save the note again to recreate its prompts from the text",
        isRepairable: isMovable)
    ]
  }
}
