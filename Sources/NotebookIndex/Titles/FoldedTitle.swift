import Foundation

/// An id or a title as it is compared: in lower case, each letter and its accents apart. Titles that are
/// equal, or of which one is a part of the other, are so when they are folded, too.
struct FoldedTitle: Equatable {
  /// The beginning, as SQLite compares it.
  let text: String
  /// Whether that is not all: then it may have any part.
  let isCut: Bool

  /// The most scalars that are kept.
  static let longest = 1000

  init(_ title: String) {
    let lowercased = title.lowercased()
    // ASCII is as it is.
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
      // SQLite would end the text there.
      kept.append(scalar == "\0" ? "\u{FFFD}" : scalar)
    }
    text = String(kept)
  }

  /// Some of the pieces of three scalars in a row, spread over the text.
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
