package enum FilePath {
  /// Returns the extension of a name in lower case, without the dot; empty if there is none.
  package static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  package static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns the components of `path`, resolved relative to the folder `parts`; nil if it is above
  /// the top, or the top itself.
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
