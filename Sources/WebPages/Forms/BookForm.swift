internal import Books
internal import MiniMarkdown
internal import Notebook
internal import NotebookFile

/// The forms that keep the lists: start, finish, stars, page.
enum BookForm {
  /// The reason why a form did nothing. It travels in the address, so it is a word.
  enum Refused: String {
    case date, dates, readings, page, stars

    var sentence: String {
      switch self {
      case .date: "A date is written as 2021, 2021-03, 2021-03-04, today, yesterday or unknown."
      case .dates: "The reading began after that day. The record of the book changes the dates."
      case .readings: "The book was read, and that would be forgotten. To read it again, start it."
      case .page: "Only a book that is being read has a page, and the page is a whole number."
      case .stars: "Stars go from 0 to 5 in quarters."
      }
    }
  }

  /// The forms that make sense for a book.
  static func html(_ record: BookRecord, of id: String) -> HTML {
    let place = HTML.Place("book", id)
    return HTML(.div, .class("forms")) {
      FormParts.post(place, .class("bar")) {
        if record.isBeingRead {
          FormParts.text(
            "date", "Day", value: "today", .set(.autocomplete, "off"), .set(.list, "days"))
          FormParts.button("Finished", .set(.name, "do"), .set(.value, "finish"))
          FormParts.button(
            "Did not finish", .set(.name, "do"), .set(.value, "stop"), .class("quiet"))
        } else {
          FormParts.text(
            "date", "Day", value: "today", .set(.autocomplete, "off"), .set(.list, "days"))
          FormParts.button(
            record.section == .read ? "Read again" : "Start reading", .set(.name, "do"),
            .set(.value, "start"))
          FormParts.button("Finished", .set(.name, "do"), .set(.value, "finish"), .class("quiet"))
        }
        if record.section != .want {
          FormParts.button("Want to read", .set(.name, "do"), .set(.value, "want"), .class("quiet"))
        }
        HTML(.datalist, .set(.id, "days")) {
          for day in ["today", "yesterday", "unknown"] { HTML(.option, .set(.value, day)) }
        }
      }
      FormParts.post(place, .class("bar")) {
        FormParts.choice(
          "stars", "Stars", stars(record.stars), selected: record.stars.map { "\($0)" } ?? "0")
        FormParts.button("Give", .set(.name, "do"), .set(.value, "rate"))
      }
      if record.isBeingRead {
        FormParts.post(place, .class("bar")) {
          FormParts.text(
            "page", "Page reached", value: record.page.map { "\($0)" } ?? "",
            .set(.inputmode, "numeric"), .set(.autocomplete, "off"))
          FormParts.button("Note it", .set(.name, "do"), .set(.value, "page"))
        }
      }
    }
  }

  /// Halves, and the quarters that the book has.
  private static func stars(_ present: Double?) -> [(value: String, words: String)] {
    var all = (1...10).map { Double($0) / 2 }
    if let present, !all.contains(present) { all.append(present) }
    return [("0", "none")] + all.sorted().map { ("\($0)", StarParts.words($0)) }
  }

  /// Does what a form says.
  static func apply(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let note = try visit.note(), let record = try visit.notebook.book(of: note.id) else {
      return visit.missing
    }
    guard let step = visit.formField("do") else { return visit.site.refusal(.malformed) }
    do throws(Refused) {
      guard let action = try action(step, visit) else { return visit.site.refusal(.malformed) }
      do throws(BookAction.Refusal) {
        try record.check(action)
      } catch {
        throw Refused(error)
      }
      do throws(NotebookError) {
        try visit.notebook.editBook(of: note.id) { $0.apply(action) }
      } catch {
        return visit.site.failure(error)
      }
      return visit.go(to: HTML.Place("book", note.id))
    } catch {
      return visit.go(to: HTML.Place("book", note.id, query: [("refused", error.rawValue)]))
    }
  }

  /// The action of a form; nil of an unknown step.
  private static func action(_ step: String, _ visit: Visit) throws(Refused) -> BookAction? {
    switch step {
    case "start": return .start(try date(visit).known)
    case "finish": return .finish(try date(visit))
    case "stop": return .stop(try date(visit).known)
    case "want": return .want(forgets: false)
    case "rate":
      guard let stars = visit.formField("stars").flatMap({ Double($0) }),
        stars == 0 || (0.25...5).contains(stars), stars * 4 == (stars * 4).rounded()
      else { throw .stars }
      return .rate(stars == 0 ? nil : stars)
    case "page":
      guard let text = visit.formField("page") else { return .page(nil) }
      guard let page = Int(text), (0...999_999).contains(page) else { throw .page }
      return .page(page == 0 ? nil : page)
    default: return nil
    }
  }

  private static func date(_ visit: Visit) throws(Refused) -> PartialDate {
    guard let text = visit.formField("date") else { return .today }
    guard let date = PartialDate(said: text) else { throw .date }
    return date
  }
}

extension BookForm.Refused: Error {
  fileprivate init(_ refusal: BookAction.Refusal) {
    self =
      switch refusal {
      case .endsBeforeStart: .dates
      case .forgetsReadings: .readings
      case .isNotBeingRead: .page
      }
  }
}
