import Foundation

/// An ID or a title folded for comparison: lower case and canonically decomposed. Titles that are
/// equal, or contain one another, also do so when folded.
struct FoldedTitle: Equatable {
  /// The folded title, or its first `longest` scalars.
  let text: String
  /// Whether `text` was cut off, so that the title may contain any further text.
  let isCut: Bool

  /// Maximum number of scalars in `text`.
  static let longest = 1000

  init(_ title: String) {
    let lowercased = title.lowercased()
    // ASCII has no canonical decomposition.
    let isPlain = lowercased.utf8.allSatisfy { 1..<0x80 ~= $0 }
    let scalars = (isPlain ? lowercased : lowercased.decomposedStringWithCanonicalMapping)
      .unicodeScalars
    isCut = isPlain ? lowercased.utf8.count > Self.longest : scalars.count > Self.longest
    guard isCut || !isPlain else {
      text = lowercased
      return
    }
    var kept = String.UnicodeScalarView()
    for scalar in scalars.prefix(Self.longest) {
      // SQLite would end the text at a null character.
      kept.append(scalar == "\0" ? "\u{FFFD}" : scalar)
    }
    text = String(kept)
  }

  /// Up to 13 runs of three scalars, spread over the text; empty if the text has fewer than three.
  var trigrams: [String] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count >= 3 else { return [] }
    let last = scalars.count - 3
    let starts = Set((0...Self.mostTrigrams).map { last * $0 / Self.mostTrigrams })
    return starts.sorted().map { start in
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start..<start + 3])
      return String(piece)
    }
  }

  private static let mostTrigrams = 12
}
