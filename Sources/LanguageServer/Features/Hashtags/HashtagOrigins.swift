import Base
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

/// The origins of hashtags. The origin is the oldest note outside the trash with exactly this
/// hashtag, or else the oldest with a hashtag below it.
struct HashtagOrigins {
  private struct Origin {
    var note: NoteSummary
    var isExact: Bool

    func precedes(_ other: Origin) -> Bool {
      if isExact != other.isExact { return isExact }
      return (note.created, note.id) < (other.note.created, other.note.id)
    }
  }

  private let context: RequestContext
  private var origins: [HashtagPath: Origin] = [:]
  private var parsed: [String: DocumentSnapshot] = [:]

  /// Finds `paths` among `notes`. Cost: linear in the notes' hashtags; no text is read.
  init(of paths: some Sequence<HashtagPath>, in notes: [NoteSummary], _ context: RequestContext) {
    self.context = context
    let wanted = Set(paths)
    for note in notes where !context.cancellation.isCancelled {
      for path in note.tags.map(HashtagPath.init) {
        let above = path.ancestors.map { ($0, false) }
        for (path, isExact) in [(path, true)] + above where wanted.contains(path) {
          let origin = Origin(note: note, isExact: isExact)
          if origins[path].map(origin.precedes) ?? true { origins[path] = origin }
        }
      }
    }
  }

  /// Returns the first occurrence of `path` in its origin. If only the note's book has the tag,
  /// returns the note's start.
  mutating func location(of path: HashtagPath) -> Location? {
    guard let note = origins[path]?.note else { return nil }
    return context.location(in: note, parsed: &parsed) { $0.firstRange(of: path) }
  }
}

extension DocumentSnapshot {
  func firstRange(of path: HashtagPath) -> Range<Int>? {
    firstOccurrence(of: path, among: hashtags())
  }
}

/// Returns the first occurrence of exactly `path` among `hashtags`, which are in order, or else the
/// first of a hashtag below it.
func firstOccurrence(of path: HashtagPath, among hashtags: [Hashtag]) -> Range<Int>? {
  let exact = hashtags.first { HashtagPath($0.text) == path }
  return exact?.range
    ?? hashtags.firstNonNil { hashtag in
      path.prefixLength(in: hashtag.text).map {
        hashtag.range.lowerBound..<hashtag.range.lowerBound + $0
      }
    }
}
