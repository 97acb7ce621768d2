/// Highlights of reading devices, by their contents.
extension Importer {
  /// Takes a file of highlights. Returns false for any other file.
  mutating func takeHighlights(_ path: String) -> Bool {
    switch HighlightSource.read(path) {
    case .highlights(let file): highlights.append((path, file))
    case .refused(let reason): skip(path, reason)
    case .other: return false
    }
    return true
  }
}
