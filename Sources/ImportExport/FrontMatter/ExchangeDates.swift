internal import Base
internal import JSON

/// Dates as front matter spells them.
enum ExchangeDates {
  /// A time as notebooks store it, from one that people and other programs write: a date, with or
  /// without a time, which is UTC unless it says otherwise, with or without fractions of a second.
  static func json(_ text: String) -> String? {
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
    guard let date = components(.string(String(decoding: bytes[..<10], as: UTF8.self))),
      isDay(date)
    else { return nil }
    return Timestamps.date(json: String(decoding: bytes[..<19] + end, as: UTF8.self))
      .map(Timestamps.json)
  }

  /// The components of a date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; nil if that does not say all.
  static func text(components: JSONValue) -> JSONValue? {
    guard let object = components.object, let year = object["year"]?.int,
      (1000...9999).contains(year), isDay(components)
    else { return nil }
    var text = String(year)
    for name in ["month", "day"].prefix(object.members.count - 1) {
      guard let number = object[name]?.int else { return nil }
      text += (number < 10 ? "-0" : "-") + String(number)
    }
    guard object.members.count <= 3 else { return nil }
    return object.members.count == 1 ? .integer(Int64(year)) : .string(text)
  }

  /// The components that `text` spelled, or components as they are; nil for anything else.
  static func components(_ value: JSONValue) -> JSONValue? {
    if value.object != nil || value == .null { return value }
    guard let parts = value.asText?.split(separator: "-", omittingEmptySubsequences: false),
      (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.allSatisfy({
        (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39) ~= $0 }
      })
    else { return nil }
    let numbers = parts.compactMap { Int64($0) }
    var components = JSONObject()
    for (name, number) in zip(["year", "month", "day"], numbers) {
      components[name] = .integer(number)
    }
    return isDay(.object(components)) ? .object(components) : nil
  }

  /// Whether there is such a month, and such a day in it, as far as they are said.
  private static func isDay(_ components: JSONValue) -> Bool {
    guard let month = components["month"]?.int else { return components["day"] == nil }
    guard (1...12).contains(month), let year = components["year"]?.int else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return components["day"].map { ($0.int).map { (1...days).contains($0) } ?? false } ?? true
  }
}
