import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import SpacedRepetition
import TextDiagnostics
import UserSettings

extension Feature {
  static let inlayHint = Feature("textDocument/inlayHint", queue: .lookup) { _ in
    (["inlayHintProvider"], true)
  } answer: { (context, params: InlayHintParams) -> [InlayHint] in
    guard context.settings.showsDueDates, let document = context.document(params.textDocument),
      let note = context.reviewedNote(document)
    else { return [] }
    let range = document.snapshot.utf8Range(of: params.range, in: context.profile.encoding)
    let hints = dueDates(
      in: range, of: document.snapshot, states: note.states, now: Date(),
      while: { !context.cancellation.isCancelled })
    let positions = document.snapshot.positions(
      of: hints.map(\.offset), in: context.profile.encoding)
    return hints.compactMap { hint in
      positions[hint.offset].map {
        InlayHint(position: Position($0), label: hint.label, paddingLeft: true)
      }
    }
  }
}

/// Returns the due dates of the prompts in `range`, each with the offset of the prompt's end, at
/// which it is shown. Cost: linear in the blocks that overlap `range`.
func dueDates(
  in range: Range<Int>, of snapshot: DocumentSnapshot, states: PromptStates, now: Date,
  while isWanted: () -> Bool = { true }
) -> [(offset: Int, label: String)] {
  if states.isEmpty { return [] }
  var hints: [(offset: Int, label: String)] = []
  for block in snapshot.promptBlocks(in: range, while: isWanted) {
    let suspended = states.suspended(in: block.prompts)
    for (index, (promptRange, state)) in zip(block.ranges, states[block.prompts] ?? []).enumerated()
    where range.lowerBound <= promptRange.upperBound && promptRange.upperBound <= range.upperBound {
      let words = state.due.map { RelativeDay(of: $0, now: now).due }
      let label = words ?? (state.reviewCount == 0 ? "new" : "due")
      hints.append((promptRange.upperBound, suspended.contains(index) ? "suspended" : label))
    }
  }
  return hints
}
