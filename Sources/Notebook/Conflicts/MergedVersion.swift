import Base

/// The version of a text that a merge made, and that is not saved yet. A client bases its buffer on it as
/// on a stored version; its name says which stored versions the text replaces, and which marker
/// lines may not be left in it.
package struct MergedVersion: Sendable, Equatable {
  /// The stored versions that the text was made of.
  package var versions: [String]
  /// The marker lines by their digests, and how many of the texts' own lines are like them.
  private var markers: [Marker]

  private struct Marker: Equatable {
    var digest: String
    var own: Int
  }

  private static let scheme = "merge"
  /// The most bytes of a name, which a client sends.
  private static let longest = 16_384

  /// `text` has each of the marker lines as often as `made` says, and its own lines.
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

  /// The version of this name; nil for the name of a stored one.
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

  /// The first line of `text`, from 1, that is a marker of the merge; nil if none is left. Lines of the
  /// texts' own may look like one. If the merge was saved since, it `isPast`: then a line without a name, which
  /// may be a heading's, counts no more. Cost: linear.
  package func markerLeft(in text: String, isPast: Bool = false) -> Int? {
    let lines = Self.candidates(in: text).map { (number: $0.number, digest: Self.digest($0.line)) }
    let middle = Self.digest("=======")
    return markers.filter { !isPast || $0.digest != middle }.compactMap { marker -> Int? in
      let alike = lines.filter { $0.digest == marker.digest }
      return alike.count > marker.own ? alike.first?.number : nil
    }.min()
  }

  /// The lines that begin like a marker, without their ends.
  private static func candidates(in text: String) -> [(number: Int, line: Substring)] {
    // By bytes: to Swift, CR and LF together are one character.
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
