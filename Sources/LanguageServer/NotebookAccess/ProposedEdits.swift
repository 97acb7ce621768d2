import Base
import MiniMarkdown
import Notebook
import PackratParsing

/// The edits that the server proposed for open notes. If the client applied one, saving the note
/// reports which prompts it rewrote, so that they keep their schedules. Calls may come from any
/// thread.
final class ProposedEdits: Sendable {
  /// Proposed edits of a text, and the length of the resulting text in UTF-8 bytes.
  private struct Proposal {
    var snapshot: DocumentSnapshot
    var edits: [ByteEdit]
    var length: Int
  }

  private struct Made {
    var old: String
    var new: String
  }

  private struct State {
    var proposals: [Proposal] = []
    var made: [Made] = []
  }

  private let notes = Mutex<[String: State]>([:])

  /// The maximum number of notes, and of proposals and applied edits of one note, that are kept.
  private static let (mostNotes, most) = (64, 32)
  /// The maximum length of a text, in UTF-8 bytes; longer ones are ignored.
  private static let longest = 1 << 20

  /// Records that the server proposes `edits`, in ascending order, for the text of a note.
  func propose(_ edits: [ByteEdit], for note: String, _ snapshot: DocumentSnapshot) {
    let length = edits.reduce(snapshot.count) { $0 + $1.newText.utf8.count - $1.range.count }
    guard !edits.isEmpty, snapshot.count <= Self.longest, length <= Self.longest else { return }
    notes.withLock { notes in
      if notes[note] == nil, notes.count >= Self.mostNotes { notes = [:] }
      var state = notes[note] ?? State()
      state.proposals.append(Proposal(snapshot: snapshot, edits: edits, length: length))
      state.proposals = state.proposals.suffix(Self.most)
      notes[note] = state
    }
  }

  /// Records a change of a note's text by the client. Cost: constant, unless a proposal has the
  /// resulting length.
  func change(_ note: String, to snapshot: DocumentSnapshot) {
    notes.withLock { notes in
      guard var state = notes[note],
        let proposal = state.proposals.last(where: {
          $0.length == snapshot.count
            && $0.snapshot.text(applying: $0.edits).hasBytes(of: snapshot.text)
        })
      else { return }
      let made = Made(old: proposal.snapshot.text, new: snapshot.text)
      state.proposals = []
      state.made = (state.made + [made]).suffix(Self.most)
      notes[note] = state
    }
  }

  /// Returns the prompts that applied edits rewrote since the note was last saved. Cost: a parse of
  /// each text before and after.
  func rewrites(of note: String) -> PromptRewrites {
    var rewrites = PromptRewrites()
    for made in notes.withLock({ $0[note]?.made }) ?? [] {
      rewrites.add(from: made.old, to: made.new)
    }
    return rewrites
  }

  func forget(_ note: String) { notes.withLock { $0[note] = nil } }
}
