import Base
import Books
package import Foundation
package import JSON

package enum ExchangeDates {
  /// Like `json(_:in:)`, for this program's files, where a time without an offset is UTC.
  package static func json(_ text: String) -> String? { json(text, in: .gmt) }

  /// Converts a date, with or without a time, to the form that notebooks store. Accepts a space or
  /// `t` before the time. A time without an offset may also lack seconds. A day without a time
  /// begins at midnight. Without an offset the time is that of clocks in `zone`. Fractions of a
  /// second are dropped. Returns nil for any other text, and for days that do not exist.
  package static func json(_ text: String, in zone: TimeZone) -> String? {
    var text = text.spacesTrimmed
    if text.utf8.count == 10 { text += "T00:00:00" }
    var bytes = Array(text.utf8)
    guard bytes.count >= 16 else { return nil }
    if bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count == 16 { bytes += Array(":00".utf8) }
    guard bytes.count >= 19 else { return nil }
    var offset = Array(bytes[19...])
    if offset.first == UInt8(ascii: ".") {
      offset = Array(offset.dropFirst().drop { (0x30...0x39).contains($0) })
    }
    while offset.first == 0x20 { offset.removeFirst() }
    let end = offset.isEmpty || offset == [UInt8(ascii: "z")] ? [UInt8(ascii: "Z")] : offset
    // `Timestamps` would read 30 February as a day of March.
    guard PartialDate(String(decoding: bytes[..<10], as: UTF8.self)) != nil else { return nil }
    return Timestamps.date(json: String(decoding: bytes[..<19] + end, as: UTF8.self))
      .map { Timestamps.json(offset.isEmpty ? local($0, in: zone) : $0) }
  }

  /// Returns the time at which clocks in `zone` show what clocks in UTC show at `date`. Of two such
  /// times, returns the first. A time that the clocks skip becomes one after the skipped hour.
  private static func local(_ date: Date, in zone: TimeZone) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.era, .year, .month, .day, .hour, .minute, .second], from: date)
    calendar.timeZone = zone
    return calendar.date(from: parts) ?? date
  }

  /// Returns a date as `YYYY` (an integer), `YYYY-MM` or `YYYY-MM-DD`. Returns nil if it has other
  /// members, is not valid, or its year does not have four digits.
  package static func text(components: JSONValue) -> JSONValue? {
    let date = PartialDate(json: components)
    let count = [date.year, date.month, date.day].count { $0 != nil }
    guard let year = date.year, (1000...9999).contains(year), date.isValid,
      components.object?.members.count == count
    else { return nil }
    return date.month == nil ? .integer(Int64(year)) : .string(date.description)
  }

  /// Returns the components of a date that is a text or an integer. Returns objects and null
  /// unchanged, and nil for any value that is not a date.
  package static func components(_ value: JSONValue) -> JSONValue? {
    if value.object != nil || value == .null { return value }
    return value.asText.flatMap { PartialDate($0) }?.json
  }
}
