/// Paths with slashes, from an imported folder.
package enum FilePath {
  /// The ending of a name, in lower case and without its dot; empty if it has none.
  package static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// A name without its ending.
  package static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The parts of `path`, which is relative to the folder `parts`. Returns nil if it leads out of the
  /// top, or names nothing.
  static func resolved(_ path: String, from parts: [String]) -> [String]? {
    var result = parts
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part != ".." {
        result.append(String(part))
      } else if result.popLast() == nil {
        return nil
      }
    }
    return result.isEmpty ? nil : result
  }
}
