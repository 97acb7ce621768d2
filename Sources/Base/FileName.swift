import Foundation

/// The rules of file systems for a file's name.
package enum FileName {
  /// The name as file systems compare it that know neither case nor how letters are encoded.
  package static func folded(_ name: String) -> String {
    name.lowercased().decomposedStringWithCanonicalMapping
  }

  /// Whether Windows takes a name with `stem`, in lower case, before its ending for a device.
  package static func isDevice(_ stem: String) -> Bool {
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
      && stem.last?.isNumber == true
  }
}
