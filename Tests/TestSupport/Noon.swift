package import Foundation

extension TimeZone {
  /// The name of a zone without daylight saving in which it is about noon, so that for a program that
  /// runs in it today neither ends nor begins while a test looks.
  package static let noon: String = {
    let hour = Int(Date().timeIntervalSince1970 / 3600) % 24
    // The names count hours west of Greenwich. (tz database, "etcetera".)
    return hour == 12 ? "Etc/GMT" : "Etc/GMT\(hour < 12 ? "" : "+")\(hour - 12)"
  }()
}
