import Base

/// The version of a merged text that is not saved yet. A client bases its buffer on it, like on a
/// stored version. The name contains the stored versions that the text replaces, and digests of the
/// marker lines that the user must remove.
package struct MergedVersion: Sendable, Equatable {
  package var versions: [String]
  /// The digests of the marker lines, each with the number of equal lines that the merged texts had
  /// before.
  private var markers: [Marker]

  private struct Marker: Equatable {
    var digest: String
    var own: Int
  }

  private static let scheme = "merge"
  private static let longest = 16_384

  /// `made` contains the markers that the merge inserted into `text`, and how often. Further equal
  /// lines belong to the texts.
  init(_ text: String, of versions: [String], made: [(markers: ConflictMarkers, count: Int)]) {
    self.versions = versions
    var counts: [(line: String, count: Int)] = []
    for (markers, count) in made where count > 0 {
      for line in [markers.lines.start, markers.lines.middle, markers.lines.end] {
        if let index = counts.firstIndex(where: { $0.line == line }) {
          counts[index].count += count
        } else {
          counts.append((line, count))
        }
      }
    }
    let lines = Self.candidates(in: text)
    markers = counts.map { line, count in
      Marker(
        digest: Self.digest(line),
        own: max(0, lines.count { $0.line.utf8.elementsEqual(line.utf8) } - count))
    }
  }

  /// Returns nil if `name` is not the name of a merged version, or longer than 16 KiB.
  package init?(name: String) {
    guard name.utf8.count <= Self.longest else { return nil }
    let parts = name.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.scheme else { return nil }
    versions = parts[1].split(separator: ",").map(String.init)
    markers = parts[2].split(separator: ",").compactMap { part in
      let pair = part.split(separator: "=")
      guard pair.count == 2, let own = Int(pair[1]), own >= 0 else { return nil }
      return Marker(digest: String(pair[0]), own: own)
    }
    guard !versions.isEmpty, versions.allSatisfy({ VersionID(name: $0) != nil }) else { return nil }
  }

  package var name: String {
    let markers = markers.map { "\($0.digest)=\($0.own)" }
    return [Self.scheme, versions.joined(separator: ","), markers.joined(separator: ",")]
      .joined(separator: ";")
  }

  /// Returns the number, from 1, of the first line of `text` that equals a marker of the merge, if
  /// more such lines remain than the merged texts had; nil otherwise. For a merge that was saved
  /// already, pass `isPast`: then `=======` is ignored, because it may underline a heading. Cost:
  /// linear.
  package func markerLeft(in text: String, isPast: Bool = false) -> Int? {
    let lines = Self.candidates(in: text).map { (number: $0.number, digest: Self.digest($0.line)) }
    let middle = Self.digest("=======")
    return markers.filter { !isPast || $0.digest != middle }.compactMap { marker -> Int? in
      let alike = lines.filter { $0.digest == marker.digest }
      return alike.count > marker.own ? alike.first?.number : nil
    }.min()
  }

  /// Returns the lines that begin like a marker, without their line ends, with their numbers from
  /// 1.
  private static func candidates(in text: String) -> [(number: Int, line: Substring)] {
    // Splits bytes, because Swift treats CR and LF together as one character.
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().compactMap {
      let line = $1.last == 0x0D ? $1.dropLast() : $1
      let isLike = ["<<<<<<<", "=======", ">>>>>>>"].contains { line.starts(with: $0.utf8) }
      return isLike ? ($0 + 1, Substring(line)) : nil
    }
  }

  private static func digest(_ line: some StringProtocol) -> String {
    String(SHA256.hexadecimal(String(line)).prefix(16))
  }
}
