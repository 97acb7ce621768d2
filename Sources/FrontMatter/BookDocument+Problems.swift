import Base
import Books
import Foundation
import JSON
import Quoting

extension BookDocument {
  package struct Problem: Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
      /// The lines cannot be parsed, the field is a duplicate, or the text is too long.
      case syntax = "book-syntax"
      case field = "book-field"
      /// The value is not valid in its field, or the record as a whole is not.
      case value = "book-value"
      case stars = "book-stars"
      /// A date does not exist, or has an unsupported form.
      case date = "book-date"
      /// A reading ends before it starts. The record can be saved.
      case order = "book-order"
      /// The text is not a valid ISBN. It is saved as written.
      case isbn = "book-isbn"
      /// The number is a valid ISBN with ten digits, or with nine because the leading zero is
      /// missing.
      case shortISBN = "book-isbn-10"
    }

    /// A replacement for the problem's `range`.
    package struct Fix: Sendable, Equatable {
      package var title: String
      package var newText: String
    }

    package var code: Code
    package var range: Range<Int>
    package var message: String
    package var fixes: [Fix] = []
    /// Whether the record can be saved with this problem.
    package var isHarmless: Bool { [.isbn, .shortISBN, .order].contains(code) }
  }

  /// Returns the problems in the text of a record, by field; after 100 no more fields are checked.
  /// A problem of the whole record comes last, at the first line. Cost: linear in the text.
  package static func problems(in text: String) -> [Problem] {
    guard text.utf8.count <= mostBytes else {
      let message = "The record is longer than 1 MB, so it cannot be saved."
      return [Problem(code: .syntax, range: 0..<0, message: message)]
    }
    var problems: [Problem] = []
    var seen: Set<String> = []
    for unit in BookDocumentLines(text).units where problems.count < 100 {
      problems += unit.problems(isSecond: unit.name.map { !seen.insert($0).inserted } ?? false)
    }
    // `record(from:over:)` decides, as in a save, whether the record is valid.
    do throws(Fault) {
      _ = try record(from: text, over: BookRecord(title: "", authors: []))
      return problems.filter(\.isHarmless)
    } catch {
      if problems.allSatisfy(\.isHarmless) {
        let first = text.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
        let length = text.utf8.distance(from: text.utf8.startIndex, to: first)
        let sentence = error.reason.prefix(1).uppercased() + error.reason.dropFirst() + "."
        problems.append(Problem(code: .value, range: 0..<length, message: sentence))
      }
      return problems
    }
  }
}

extension BookDocumentLines.Unit {
  private typealias Problem = BookDocument.Problem
  private typealias Fix = BookDocument.Problem.Fix

  fileprivate func problems(isSecond: Bool) -> [BookDocument.Problem] {
    guard let name else {
      let message = "Not a field: write it as “name: value”."
      return [Problem(code: .syntax, range: range, message: message)]
    }
    guard BookDocument.names.contains(name) else { return [unknown(name)] }
    if isSecond {
      let message = "Duplicate field “\(name)”: delete one of the two."
      return [Problem(code: .syntax, range: nameRange, message: message)]
    }
    let read = FrontMatter(lines: lines.map(\.text))
    if let remark = read.remarks.first {
      let message = "This cannot be read: \(remark.reason)."
      return [Problem(code: .syntax, range: range, message: message)]
    }
    let value = read.fields[name]?.asText
    switch name {
    case "isbn":
      if let value, let problem = isbn(value) { return [problem] }
    case BookFields.history, "stopped":
      let dates = dates()
      if !dates.isEmpty { return dates }
    default: break
    }
    do throws(BookDocument.Fault) {
      _ = try BookDocument.record(from: text, over: BookRecord(title: "", authors: []))
      return []
    } catch {
      return [wrong(name, value, error.reason)]
    }
  }

  /// The range of the value, or of the name if its line has no value.
  private var reportedRange: Range<Int> { valueRange.isEmpty ? nameRange : valueRange }

  private func unknown(_ name: String) -> Problem {
    let nearest = BookDocument.names.map { ($0, EditDistance.between(name.lowercased(), $0)) }
      .min { $0.1 < $1.1 }
    let near = nearest.flatMap { $0.1 <= max(2, name.count / 2) ? $0.0 : nil }
    return Problem(
      code: .field, range: nameRange,
      message: "Unknown field “\(name)”." + (near.map { " Did you mean “\($0)”?" } ?? ""),
      fixes: near.map { [Fix(title: "Change to “\($0)”", newText: $0)] } ?? [])
  }

  private func wrong(_ name: String, _ value: String?, _ reason: String) -> Problem {
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst() + "."
    guard name == "stars" else {
      return Problem(
        code: name == "date-added" ? .date : .value, range: reportedRange, message: sentence,
        fixes: name == "date-added" ? value.map(Self.fixes(ofDate:)) ?? [] : [])
    }
    let given = value.flatMap { Double($0.replacingBytes(of: ",", with: ".")) }
    let near = given.flatMap { $0.isFinite ? (min(max($0, 0.25), 5) * 4).rounded() / 4 : nil }
    let text = near.map { near in Int(exactly: near).map(String.init) ?? String(near) }
    return Problem(
      code: .stars, range: reportedRange, message: sentence,
      fixes: text.map { [Fix(title: "Change to \($0)", newText: $0)] } ?? [])
  }

  // MARK: ISBN

  private func isbn(_ value: String) -> Problem? {
    if value.trimmed.isEmpty { return nil }
    if let isbn = ISBN(value) {
      guard let digits = ISBN.digits(of: value), digits.utf8.count < 13 else { return nil }
      return Problem(
        code: .shortISBN, range: reportedRange,
        message: "This ISBN has \(digits.utf8.count) digits. Since 2007, ISBNs have 13 digits.",
        fixes: [Fix(title: "Change to ISBN-13 \(isbn.thirteen)", newText: isbn.thirteen)])
    }
    guard let digits = ISBN.digits(of: value) else {
      return Problem(
        code: .isbn, range: reportedRange,
        message: "Not an ISBN, which has 10 or 13 digits. The text is saved as written.")
    }
    let right = "0123456789X".map { String(digits.dropLast()) + String($0) }
      .first { ISBN($0) != nil }
    return Problem(
      code: .isbn, range: reportedRange,
      message:
        "Not a valid ISBN: at least one digit is wrong. The number is saved as written.",
      fixes: right.map { [Fix(title: "Change the last digit: \($0)", newText: $0)] } ?? [])
  }

  // MARK: Dates

  /// Returns the problems of dates that are not valid, and of readings that end before they start.
  private func dates() -> [Problem] {
    var problems: [Problem] = []
    var start: PartialDate?
    for line in lines.dropFirst() {
      let bytes = Array(line.text.utf8)
      let indentation = bytes.prefix { " \t-".utf8.contains($0) }
      if indentation.contains(UInt8(ascii: "-")) { start = nil }
      let inner = BookDocumentLines.Line(
        start: line.start + indentation.count, text: line.text.dropping(indentation.count))
      let unit = Self(member: inner)
      guard let name = unit.name, ["start", "finish", "stop"].contains(name) else { continue }
      let read = FrontMatter(lines: [inner.text]).fields[name]
      guard let text = read?.asText else { continue }
      guard let date = PartialDate(text) else {
        problems.append(
          Problem(
            code: .date, range: unit.reportedRange,
            message: "“\(text)” is not a date: use 2021, 2021-03 or 2021-03-04.",
            fixes: Self.fixes(ofDate: text)))
        continue
      }
      if name == "start" {
        start = date
      } else if let start, date.isBefore(start) {
        problems.append(
          Problem(
            code: .order, range: unit.reportedRange,
            message: "The reading ends (\(date)) before it starts (\(start))."))
      }
    }
    return problems
  }

  /// Returns a fix for a date in another form, such as `2021/3/4` and `2021.03`; none if it is
  /// ambiguous or not a date.
  private static func fixes(ofDate text: String) -> [Fix] {
    let parts = text.split { "/. -".contains($0) }
    let ordered = parts.first?.count == 4 ? parts : parts.reversed()
    // In `3/4/2021` the first number may be the month or the day; in `4.3.2021` it is the day.
    guard parts.count < 3 || parts.first?.count == 4 || text.contains("."),
      let date = PartialDate(ordered.joined(separator: "-"))
    else { return [] }
    return [Fix(title: "Change to \(date)", newText: date.description)]
  }
}
