import Base

/// The version of a merged text that is not saved yet. A client bases its buffer on it as on a
/// stored version. Its name contains the stored versions that the text replaces, and the marker
/// lines that must be removed from it.
package struct MergedVersion: Sendable, Equatable {
  /// The stored versions that the text was merged from.
  package var versions: [String]
  /// The digests of the marker lines, each with the number of equal lines in the texts themselves.
  private var markers: [Marker]

  private struct Marker: Equatable {
    var digest: String
    var own: Int
  }

  private static let scheme = "merge"
  /// Maximum length of a name, which a client sends, in bytes.
  private static let longest = 16_384

  /// Creates the version of `text`, which contains each marker line as often as `made` says, and
  /// its own lines.
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

  /// Parses a version's name. Returns nil for the name of a stored version.
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

  /// Returns the first line of `text`, from 1, that is a marker of the merge; nil if none is left.
  /// Equal lines of the texts themselves are not counted. If the merge was saved since, pass
  /// `isPast`: then `=======`, which may underline a heading, is ignored. Cost: linear.
  package func markerLeft(in text: String, isPast: Bool = false) -> Int? {
    let lines = Self.candidates(in: text).map { (number: $0.number, digest: Self.digest($0.line)) }
    let middle = Self.digest("=======")
    return markers.filter { !isPast || $0.digest != middle }.compactMap { marker -> Int? in
      let alike = lines.filter { $0.digest == marker.digest }
      return alike.count > marker.own ? alike.first?.number : nil
    }.min()
  }

  /// Returns the lines that begin like a marker, without their ends.
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
