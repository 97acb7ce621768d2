/// The lines of a TOML text on which values are set, by the whole name of each.
///
/// The library that reads TOML does not give them. They are for display: a name that is spelled in an
/// unusual way has no line.
struct SettingLines: Sendable, Equatable {
  private var lines: [String: Int] = [:]

  init(_ text: String) {
    var table = ""
    var end: Substring?
    let all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in all.enumerated() {
      // Within a text of several lines nothing is set.
      if let mark = end {
        if line.contains(mark) { end = nil }
        continue
      }
      let words = line.drop(while: \.isWhitespace)
      if words.hasPrefix("["), let close = words.firstIndex(of: "]") {
        let name = Self.name(words[words.index(after: words.startIndex)..<close])
        table = name.isEmpty ? "" : name + "."
      } else if let sign = words.firstIndex(of: "="), !words.hasPrefix("#") {
        let name = table + Self.name(words[..<sign])
        if lines[name] == nil { lines[name] = index + 1 }
        let value = words[sign...].dropFirst().drop(while: \.isWhitespace)
        let mark = value.prefix(3)
        if mark == "\"\"\"" || mark == "'''", !value.dropFirst(3).contains(mark) { end = mark }
      }
    }
  }

  subscript(_ name: String) -> Int? { lines[name] }

  /// The parts of a key without white space and quotation marks around them.
  private static func name(_ key: Substring) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).map { part in
      String(part.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
    }.joined(separator: ".")
  }
}
