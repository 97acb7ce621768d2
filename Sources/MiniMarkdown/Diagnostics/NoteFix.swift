package import PackratParsing

package struct NoteFix: Sendable, Equatable {
  /// The title that the user sees. Does not contain text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]
  /// Whether the fix only makes the meaning explicit, so that the user need not check it.
  package var isSafe = false
  /// Whether this is the only fix, and editors may apply it by default.
  package var isPreferred = false
}

struct ProposedFix {
  var title: String
  var edits: [ByteEdit]
  /// Whether the user need not check the fix. Ignored unless the fixes of its rule are safe.
  var isSafe: Bool
  /// The offset in the old text at which the cloze begins that the fix creates, if any.
  var cloze: Int?
  /// The number of prompts that the fix removes while creating others.
  var lostPrompts: Int

  init(
    _ title: String, _ edits: [ByteEdit], isSafe: Bool = true, cloze: Int? = nil,
    lostPrompts: Int = 0
  ) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
    self.cloze = cloze
    self.lostPrompts = lostPrompts
  }
}

extension DocumentSnapshot {
  /// Returns the fixes of `diagnostic`, the most likely first. Returns none if no proposed fix
  /// passes the trial below, or the text, which is of `kind`, does not have this diagnostic.
  ///
  /// Each fix was tried: the diagnostic disappears, and no new warning appears. No prompt is lost,
  /// except those that the fix itself counts as `lostPrompts`, such as joined quotes. No hashtag is
  /// lost, unless the rule `changesHashtags`. A fix that would cause another diagnostic fixes that
  /// one, too. Cost: linear in the blocks around; for a rule about whole texts, in the text.
  package func fixes(for diagnostic: NoteDiagnostic, in kind: TextKind = .note) -> [NoteFix] {
    guard let block = blockIndex(at: diagnostic.start).flatMap({ block($0) }) else { return [] }
    var here = diagnostics(of: block)
    if diagnostic.rule.hasFix { here += diagnostics(by: diagnostic.rule, in: kind) }
    guard here.contains(diagnostic) else { return [] }
    // Another problem in this range may have to be fixed first.
    let others = here.filter { $0 != diagnostic && $0.range.overlaps(diagnostic.range) }
    for fault in [diagnostic] + others.prefix(Self.mostFaults) {
      var fixes = proposedFixes(for: fault).compactMap { settled(diagnostic, by: $0, in: kind) }
      if fixes.count == 1 { fixes[0].isPreferred = true }
      if !fixes.isEmpty { return fixes }
    }
    return []
  }

  /// The maximum number of problems that one fix solves.
  private static let mostFaults = 3

  /// Returns `proposed` as a fix of `diagnostic`, extended by fixes of the problems in its range
  /// that would remain or appear. Returns nil if it does not fix the diagnostic.
  private func settled(
    _ diagnostic: NoteDiagnostic, by proposed: ProposedFix, in kind: TextKind
  ) -> NoteFix? {
    var fix = proposed
    var changed = ChangedRanges()
    guard var step = Rewriting(self, proposed.edits) else { return nil }
    for count in 1... {
      changed.add(step.edits)
      guard let whole = Rewriting(self, changed.edits(to: step.after)) else { return nil }
      if whole.settles([diagnostic], in: kind, losing: fix.lostPrompts) {
        // The fix of another problem may remove the cloze.
        let isCloze = count > 1 || proposed.cloze.map(whole.beginsCloze) ?? true
        return isCloze ? NoteFix(title: fix.title, edits: whole.edits, isSafe: fix.isSafe) : nil
      }
      guard count < Self.mostFaults, let next = whole.leftover([diagnostic], in: kind).first,
        let other = step.after.proposedFixes(for: next).first,
        let further = Rewriting(step.after, other.edits)
      else { return nil }
      fix.title += ", and " + other.title.prefix(1).lowercased() + other.title.dropFirst()
      fix.isSafe = fix.isSafe && other.isSafe
      fix.lostPrompts += other.lostPrompts
      step = further
    }
    return nil
  }

  /// Returns the fixes to try for `diagnostic`, which must belong to this text. Cost: linear in its
  /// lines; for fixes that are not safe, in the block.
  func proposedFixes(for diagnostic: NoteDiagnostic) -> [ProposedFix] {
    switch diagnostic.rule.fix {
    case .none: return []
    case .safe(let propose): return propose(self, diagnostic)
    case .choices(let propose):
      return propose(self, diagnostic).map { fix in
        var fix = fix
        fix.isSafe = false
        return fix
      }
    }
  }
}

extension Rewriting {
  /// Returns whether a cloze with an answer begins at the new position of `offset` of the old text.
  func beginsCloze(at offset: Int) -> Bool {
    let start = newOffset(of: offset)
    return after.path(to: start).contains {
      $0.range.lowerBound == start && Cloze($0)?.answer.trimmed.isEmpty == false
    }
  }
}
