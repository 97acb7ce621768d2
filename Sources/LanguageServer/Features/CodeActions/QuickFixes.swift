import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TextDiagnostics
import UserSettings

extension CodeActionSource {
  static let quickFixes = CodeActionSource(kinds: [.quickFix]) { request in
    var actions: [CodeAction] = []
    let foreign = request.document.foreign
    for diagnostic in request.diagnostics where !request.context.cancellation.isCancelled {
      let fixes = request.snapshot.fixes(for: diagnostic, in: request.document.kind).filter { fix in
        !fix.edits.contains { foreign.overlaps($0.range) }
      }
      if fixes.isEmpty { continue }
      let settled = request.asTheClientKnows(diagnostic)
      for fix in fixes {
        let action = request.action(
          fix.title, kind: .quickFix, edits: fix.edits,
          diagnostics: [settled], isPreferred: fix.isPreferred)
        if let same = actions.firstIndex(where: {
          $0.title == action.title && $0.edit == action.edit
        }) {
          actions[same].diagnostics.append(settled)
        } else {
          actions.append(action)
        }
      }
    }
    return actions
  }
}

/// The maximum number of diagnostics for which fixes are tried. More would not be readable.
private let fixedDiagnosticLimit = 50

/// The maximum number of bytes that are read to try fixes; each fix reads its whole block. A block
/// of a note usually has a few hundred bytes.
private let fixedByteLimit = 1 << 21

extension CodeActionRequest {
  /// The document's diagnostics in the range, and those with the code and range of one that the
  /// client sent; some clients lose the code. The client's other members are ignored. Limited to
  /// `fixedDiagnosticLimit`. Cost: linear in the blocks of the range; linear in the text if a rule
  /// about whole texts has a fix.
  var diagnostics: [NoteDiagnostic] {
    let (foreign, kind, shown) = (document.foreign, document.kind, shown)
    var blocks = Set<Int>()
    var bytes = fixedByteLimit
    var found: [NoteDiagnostic] = []
    // Adds diagnostics whose fixes each read `size` bytes.
    func take(_ diagnostics: [NoteDiagnostic], size: Int) {
      let here = diagnostics.filter { diagnostic in
        let isHere =
          diagnostic.range.lowerBound <= range.upperBound
          && range.lowerBound <= diagnostic.range.upperBound
        return (isHere || shown.contains { diagnostic.isShown(by: $0) })
          && foreign.allows(diagnostic, in: kind)
          && !context.settings.disabledDiagnostics.contains(diagnostic.code)
      }
      let room = max(found.isEmpty ? 1 : 0, bytes / size)
      let taken = here.prefix(min(room, fixedDiagnosticLimit - found.count))
      bytes -= min(bytes, taken.count * size)
      found += taken
    }
    for askedRange in [range] + shown.map(\.range) {
      guard let first = snapshot.blockIndex(at: askedRange.lowerBound),
        let last = snapshot.blockIndex(at: askedRange.upperBound)
      else { continue }
      // A position between two blocks belongs to both.
      let before = snapshot.blockIndex(at: askedRange.lowerBound - 1) ?? first
      for index in min(before, first)...max(first, last) where blocks.insert(index).inserted {
        guard found.count < fixedDiagnosticLimit, !context.cancellation.isCancelled,
          let block = snapshot.block(index)
        else { break }
        take(snapshot.diagnostics(of: block), size: max(1, block.range.count))
      }
    }
    for rule in DiagnosticRule.all where rule.hasFix {
      take(snapshot.diagnostics(by: rule, in: kind), size: max(1, snapshot.count))
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The first diagnostics that the client sent, each with its byte range.
  private var shown: [(sent: Diagnostic, range: Range<Int>)] {
    params.diagnostics.prefix(fixedDiagnosticLimit).map {
      ($0, snapshot.utf8Range(of: $0.range, in: context.profile.encoding))
    }
  }

  /// Returns the diagnostic as the client sent it, so that the client recognizes it. If the client
  /// did not send it, returns it as the server would send it.
  func asTheClientKnows(_ diagnostic: NoteDiagnostic) -> Diagnostic {
    shown.first { diagnostic.isShown(by: $0) }?.sent
      ?? Diagnostic(
        range: snapshot.lspRange(of: diagnostic.range, in: context.profile.encoding),
        severity: diagnostic.severity.lspSeverity,
        code: diagnostic.code, source: "commonplace", message: diagnostic.message)
  }
}

extension NoteDiagnostic {
  fileprivate func isShown(by shown: (sent: Diagnostic, range: Range<Int>)) -> Bool {
    (shown.sent.code ?? code) == code && shown.range == range
  }
}
