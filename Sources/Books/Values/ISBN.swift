/// An ISBN with a valid check digit.
package struct ISBN: Sendable, Hashable {
  /// The thirteen digits. They are equal for an edition's ISBN-10 and ISBN-13.
  package let thirteen: String

  /// The ISBN-10, whose last character may be `X`; nil for numbers that begin with 979.
  package var ten: String? {
    guard thirteen.hasPrefix("978") else { return nil }
    let digits = thirteen.utf8.dropFirst(3).dropLast().map { Int($0) - 0x30 }
    let sum = zip(digits, stride(from: 10, to: 1, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
    let check = (11 - sum % 11) % 11
    return String(thirteen.dropFirst(3).dropLast()) + (check == 10 ? "X" : String(check))
  }
}

extension ISBN {
  /// Reads an ISBN as people and programs write it: with hyphens, spaces, dashes of any kind,
  /// full-width digits, `x`, and `ISBN-13:` before it. Reads nine digits as ten without the leading
  /// zero, which spreadsheets remove. Returns nil for another form, a wrong check digit, or more
  /// than 100 bytes. Also returns nil for ten equal digits, and for thirteen digits without 978 or
  /// 979.
  package init?(_ text: some StringProtocol) {
    guard let digits = Self.digits(of: text) else { return nil }
    switch digits.utf8.count {
    case 13 where Self.isRight(thirteen: digits): thirteen = digits
    case 10 where Self.isRight(ten: digits): thirteen = Self.thirteen(ofTen: digits)
    case 9 where Self.isRight(ten: "0" + digits): thirteen = Self.thirteen(ofTen: "0" + digits)
    default: return nil
    }
  }

  /// Returns the nine, ten or thirteen digits of an ISBN, the last of which may be `X`. Returns nil
  /// if the text does not have this form, or has more than 100 bytes. Does not test the check
  /// digit.
  package static func digits(of text: some StringProtocol) -> String? {
    guard text.utf8.count <= 100 else { return nil }
    var rest = text.lowercased().drop { $0.isWhitespace }
    if rest.hasPrefix("isbn") {
      rest = rest.dropFirst(4)
      for label in ["-13", "-10", " 13", " 10", "13", "10"] where rest.hasPrefix(label + ":") {
        rest = rest.dropFirst(label.count)
      }
      rest = rest.drop { $0 == ":" || $0.isWhitespace }
    }
    var digits = ""
    for character in rest {
      if let number = character.wholeNumberValue, (0...9).contains(number) {
        digits.append(String(number))
      } else if character == "x" || character == "ｘ" {
        digits.append("X")
      } else if !character.isWhitespace, !character.isDash {
        return nil
      }
    }
    guard [9, 10, 13].contains(digits.utf8.count), !digits.dropLast().contains("X") else {
      return nil
    }
    return digits
  }

  private static func isRight(thirteen digits: String) -> Bool {
    guard digits.hasPrefix("978") || digits.hasPrefix("979"), !digits.contains("X") else {
      return false
    }
    return sum(thirteen: digits) % 10 == 0
  }

  private static func isRight(ten digits: String) -> Bool {
    // Ten equal digits have a valid check digit, but are only typed to fill a form.
    guard Set(digits).count > 1 else { return false }
    let numbers = digits.utf8.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 0x30 }
    let sum = zip(numbers, stride(from: 10, to: 0, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
    return sum % 11 == 0
  }

  private static func thirteen(ofTen digits: String) -> String {
    let twelve = "978" + digits.dropLast()
    return twelve + String((10 - sum(thirteen: twelve) % 10) % 10)
  }

  private static func sum(thirteen digits: String) -> Int {
    digits.utf8.enumerated().reduce(0) { sum, digit in
      sum + (Int(digit.element) - 0x30) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
    }
  }
}

extension ISBN: CustomStringConvertible {
  package var description: String { thirteen }
}

extension Character {
  fileprivate var isDash: Bool {
    unicodeScalars.allSatisfy { $0.properties.isDash || $0.value == 0xAD }
  }
}
