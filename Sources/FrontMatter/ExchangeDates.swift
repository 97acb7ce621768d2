import Base
import Books
package import JSON

/// Dates as front matter spells them.
package enum ExchangeDates {
  /// A time as notebooks store it, from one that people and other programs write: a date, with or
  /// without a time, which is UTC unless it says otherwise, with or without fractions of a second.
  package static func json(_ text: String) -> String? {
    var text = text.spacesTrimmed
    if text.utf8.count == 10 { text += "T00:00:00Z" }
    var bytes = Array(text.utf8)
    guard bytes.count >= 16 else { return nil }
    if bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count == 16 { bytes += Array(":00".utf8) }
    guard bytes.count >= 19 else { return nil }
    var zone = Array(bytes[19...])
    if zone.first == UInt8(ascii: ".") {
      zone = Array(zone.dropFirst().drop { (0x30...0x39).contains($0) })
    }
    while zone.first == 0x20 { zone.removeFirst() }
    let end = zone.isEmpty || zone == [UInt8(ascii: "z")] ? [UInt8(ascii: "Z")] : zone
    // 30 February is no day of March.
    guard PartialDate(String(decoding: bytes[..<10], as: UTF8.self)) != nil else { return nil }
    return Timestamps.date(json: String(decoding: bytes[..<19] + end, as: UTF8.self))
      .map(Timestamps.json)
  }

  /// The components of a date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; nil if that does not say all.
  package static func text(components: JSONValue) -> JSONValue? {
    let date = PartialDate(json: components)
    let count = [date.year, date.month, date.day].count { $0 != nil }
    guard let year = date.year, (1000...9999).contains(year), date.isValid,
      components.object?.members.count == count
    else { return nil }
    return date.month == nil ? .integer(Int64(year)) : .string(date.description)
  }

  /// The components that `text` spelled, or components as they are; nil for anything else.
  package static func components(_ value: JSONValue) -> JSONValue? {
    if value.object != nil || value == .null { return value }
    return value.asText.flatMap { PartialDate($0) }?.json
  }
}
