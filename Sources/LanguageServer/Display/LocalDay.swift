import Foundation

extension Date {
  /// The day in local time, as `2024-03-01`. Cost: little, for lists of very many notes.
  var localDay: String {
    // The years from 1 to 9999: a day of another one would not be read as one.
    let seconds = min(max(timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    var time = time_t(exactly: seconds.rounded(.down)) ?? 0
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "" }
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(max(0, number))
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(parts.tm_year &+ 1900, 4))-\(digits(parts.tm_mon &+ 1, 2))-"
      + digits(parts.tm_mday, 2)
  }
}
