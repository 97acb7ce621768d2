import Base
import Foundation
import Notebook

/// Names of mirrored files: note titles without characters that file systems do not allow.
struct MirrorNames {
  private var taken: Set<String> = []
  /// By folded stem: the numbers from 2 to below this one are in use.
  private var numbers: [String: Int] = [:]

  /// Maximum length of a name in UTF-8 bytes, without its number and extension. File systems allow
  /// 255 bytes in all.
  private static let mostBytes = 180

  init(taken: some Sequence<String> = []) { self.taken = Set(taken.map(FileName.folded)) }

  mutating func take(_ name: String) { taken.insert(FileName.folded(name)) }

  mutating func release(_ name: String) {
    taken.remove(FileName.folded(name))
    guard let number = name.range(of: " (", options: .backwards) else { return }
    numbers[FileName.folded(String(name[..<number.lowerBound]))] = nil
  }

  /// Reserves and returns a free name: `stem.md`, else `stem (2).md` and so on.
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

  /// Returns the stem for a title. Characters that Linux, macOS or Windows do not allow in names
  /// become `-`, as do characters that are invisible or reverse text. The stem does not begin with
  /// a dot, does not end with a dot or space, and is not a Windows device name.
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
    // Windows reserves device names with any extension.
    let first = stem.prefix { $0 != "." }
    return FileName.isDevice(first.lowercased()) ? first + "-" + stem[first.endIndex...] : stem
  }

  /// Whether a note with this stem may have the file name `name`, with or without a number.
  static func isName(_ name: String, of stem: String) -> Bool {
    guard let given = self.stem(ofName: name).map(FileName.folded) else { return false }
    let stem = FileName.folded(stem)
    if given == stem { return true }
    guard given.hasPrefix(stem + " ("), given.hasSuffix(")") else { return false }
    let number = given.dropFirst(stem.count + 2).dropLast()
    return !number.isEmpty && number.allSatisfy { "0123456789".contains($0) }
  }

  /// Returns the name without `.md`; nil if the name has another extension or begins with a dot.
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
    // Joiners are part of many emoji, and of words in some scripts.
    case .format: return !["\u{200C}", "\u{200D}"].contains(scalar)
    default: return false
    }
  }

}
