import Foundation

/// The rules of file systems for file names.
package enum FileName {
  /// Returns the name as file systems compare it that ignore case and Unicode normalization.
  package static func folded(_ name: String) -> String {
    name.lowercased().decomposedStringWithCanonicalMapping
  }

  /// Whether Windows treats a name as a device whose part before the extension is `stem`, in lowercase.
  package static func isDevice(_ stem: String) -> Bool {
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
      && stem.last?.isNumber == true
  }
}
