import Base
import Foundation
import Notebook

/// Names of mirrored files: the note's title, without the characters that file systems refuse.
struct MirrorNames {
  /// Names in use, as file systems compare them that know no case.
  private var taken: Set<String> = []
  /// The number below which all are taken, for stems whose names were numbered.
  private var numbers: [String: Int] = [:]

  /// The most bytes of a name before its number and ending; file systems allow 255 in all.
  private static let mostBytes = 180

  init(taken: some Sequence<String> = []) { self.taken = Set(taken.map(FileName.folded)) }

  mutating func take(_ name: String) { taken.insert(FileName.folded(name)) }

  mutating func release(_ name: String) {
    taken.remove(FileName.folded(name))
    guard let number = name.range(of: " (", options: .backwards) else { return }
    numbers[FileName.folded(String(name[..<number.lowerBound]))] = nil
  }

  /// A free name, which is then taken: `stem.md`, else `stem (2).md` and so on.
  mutating func name(_ stem: String) -> String {
    var name = stem + ".md"
    let folded = FileName.folded(stem)
    var number = numbers[folded] ?? 2
    while !taken.insert(FileName.folded(name)).inserted {
      name = "\(stem) (\(number)).md"
      number += 1
      numbers[folded] = number
    }
    return name
  }

  /// The file name before `.md` of a note called `title`, if that is free.
  ///
  /// Characters that a file system of Linux, macOS or Windows refuses, and those that hide or
  /// reverse text, become `-`; a name has no dot first, and no dot or space last, and is not a
  /// device of Windows.
  static func stem(of title: String) -> String {
    var stem = ""
    for scalar in title.precomposedStringWithCanonicalMapping.unicodeScalars {
      stem.unicodeScalars.append(isRefused(scalar) ? "-" : scalar)
    }
    while stem.utf8.count > mostBytes { stem.removeLast() }
    while let last = stem.last, last == "." || last.isWhitespace { stem.removeLast() }
    if let first = stem.first, first == "." { stem = "-" + stem.dropFirst() }
    stem = stem.trimmed
    if stem.isEmpty { return "Untitled" }
    // Windows takes a name for a device's whatever its ending.
    let first = stem.prefix { $0 != "." }
    return FileName.isDevice(first.lowercased()) ? first + "-" + stem[first.endIndex...] : stem
  }

  /// Whether `name` is one that a note with this stem gets, with a number or without.
  static func isName(_ name: String, of stem: String) -> Bool {
    guard let given = self.stem(ofName: name).map(FileName.folded) else { return false }
    let stem = FileName.folded(stem)
    if given == stem { return true }
    guard given.hasPrefix(stem + " ("), given.hasSuffix(")") else { return false }
    let number = given.dropFirst(stem.count + 2).dropLast()
    return !number.isEmpty && number.allSatisfy { "0123456789".contains($0) }
  }

  /// The name before `.md`. Returns nil if it lacks that ending, or is a hidden file's.
  static func stem(ofName name: String) -> String? {
    guard !name.hasPrefix("."), name.utf8.count > 3, name.suffix(3).lowercased() == ".md" else {
      return nil
    }
    return String(name.dropLast(3))
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    if "/\\:*?\"<>|".unicodeScalars.contains(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
    // A joiner is a part of many emoji and of words in some scripts.
    case .format: return !["\u{200C}", "\u{200D}"].contains(scalar)
    default: return false
    }
  }

}
