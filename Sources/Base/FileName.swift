import Foundation

package enum FileName {
  /// Folds a name as file systems do that ignore case and Unicode normalization.
  package static func folded(_ name: String) -> String {
    name.lowercased().decomposedStringWithCanonicalMapping
  }

  /// Returns whether Windows may reserve `stem`, a lowercase name without its extension, for a
  /// device.
  package static func isDevice(_ stem: String) -> Bool {
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
      && stem.last?.isNumber == true
  }
}
