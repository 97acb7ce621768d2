package import PackratParsing

/// A change of the text that removes a diagnostic.
package struct NoteFix: Sendable, Equatable {
  /// The title that the user sees. Holds no text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]
  /// Whether it only makes the meaning explicit, so that no one must check it.
  package var isSafe = false
  /// Whether most people would choose it.
  package var isPreferred = false
}

/// A fix that was not tried yet.
struct ProposedFix {
  var title: String
  var edits: [ByteEdit]
  /// Whether no one must check it; only if the fixes of its rule are safe.
  var isSafe: Bool
  /// The place in the old text at which the cloze begins that it makes, if it makes one.
  var cloze: Int?
  /// The number of prompts that it takes away, on the way to others.
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
  /// Returns the fixes of `diagnostic`, the most likely first; none if no proposed fix passes the trial below,
  /// or the text, which is of `kind`, does not have this diagnostic.
  ///
  /// Each fix was tried: the diagnostic disappears, and no new warning appears. No prompt is lost, except
  /// those that the fix itself counts as `lostPrompts`, such as joined quotes. No hashtag is lost, unless the
  /// rule `changesHashtags`. A fix that alone would cause another diagnostic fixes that one, too. Cost: linear
  /// in the blocks around; for a rule about whole texts, in the text.
  package func fixes(for diagnostic: NoteDiagnostic, in kind: TextKind = .note) -> [NoteFix] {
    guard let block = blockIndex(at: diagnostic.start).flatMap({ block($0) }) else { return [] }
    var here = diagnostics(of: block)
    if diagnostic.rule.hasFix { here += diagnostics(by: diagnostic.rule, in: kind) }
    guard here.contains(diagnostic) else { return [] }
    // Another fault in its place may have to be mended first.
    let others = here.filter { $0 != diagnostic && $0.range.overlaps(diagnostic.range) }
    for fault in [diagnostic] + others.prefix(Self.mostFaults) {
      var fixes = proposedFixes(for: fault).compactMap { settled(diagnostic, by: $0, in: kind) }
      if fixes.count == 1 { fixes[0].isPreferred = true }
      if !fixes.isEmpty { return fixes }
    }
    return []
  }

  /// The most faults that one fix mends.
  private static let mostFaults = 3

  /// `proposed` as it settles `diagnostic`, with the fixes of the faults in its place that would be left
  /// or come up. Returns nil if it does not.
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
        // The fix of another fault may take the cloze out again.
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

  /// The fixes to try for `diagnostic`, which belongs to this text. Cost: linear in its lines; for
  /// fixes that are not safe, in the block.
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
  /// Whether a cloze with an answer begins where `offset` of the old text has come to be.
  func beginsCloze(at offset: Int) -> Bool {
    let place = place(of: offset)
    return after.path(to: place).contains {
      $0.range.lowerBound == place && Cloze($0)?.answer.trimmed.isEmpty == false
    }
  }
}
