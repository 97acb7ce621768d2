import Books
import MiniMarkdown
import Notebook
import NotebookFile
import WebServer

enum BookForm {
  /// Why a form changed nothing. The value is part of the next page's address.
  enum Refused: String {
    case date, dates, future, readings, page, unread, stars, changed

    var sentence: String {
      switch self {
      case .date: "Write a date as 2021, 2021-03, 2021-03-04, today, yesterday or unknown."
      case .dates: "That date is before the start of the reading. Use a later date."
      case .future: "That date is in the future. Use today or an earlier date."
      case .readings:
        "This would delete the book's reading history, so the book was not changed. To read the "
          + "book again, start a new reading."
      case .page: "Enter the page as a whole number, up to 999999."
      case .unread: "Start reading the book before you save a page."
      case .stars: "Choose stars from 0 to 5, in steps of 0.25."
      case .changed:
        "The book was changed after this form was shown, so the form was not saved. This page shows "
          + "the current record."
      }
    }
  }

  static func html(_ record: BookRecord, of id: String) -> HTML {
    func form(@HTMLBuilder _ contents: () -> HTML) -> HTML {
      FormParts.post(HTML.Path("book", id), .class("bar")) {
        // The version of the record that the form shows.
        FormParts.hidden("version", record.version)
        contents()
      }
    }
    return HTML(.div, .class("forms")) {
      form {
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
        if record.section == .reading || record.section == .stopped, !record.wouldForget {
          FormParts.button("Want to read", .set(.name, "do"), .set(.value, "want"), .class("quiet"))
        }
        HTML(.datalist, .set(.id, "days")) {
          for day in ["today", "yesterday", "unknown"] { HTML(.option, .set(.value, day)) }
        }
      }
      form {
        FormParts.choice(
          "stars", "Stars", stars(record.stars), selected: record.stars.map { "\($0)" } ?? "0")
        FormParts.button("Save stars", .set(.name, "do"), .set(.value, "rate"))
      }
      if record.isBeingRead {
        form {
          FormParts.text(
            "page", "Page reached", value: record.page.map { "\($0)" } ?? "",
            .set(.inputmode, "numeric"), .set(.autocomplete, "off"))
          FormParts.button("Save page", .set(.name, "do"), .set(.value, "page"))
        }
      }
    }
  }

  /// Returns the choices: none, half stars, and the book's own value if it is neither.
  private static func stars(_ present: Double?) -> [(value: String, words: String)] {
    var all = (1...10).map { Double($0) / 2 }
    if let present, !all.contains(present) { all.append(present) }
    return [("0", "none")] + all.sorted().map { ("\($0)", StarParts.words($0)) }
  }

  /// Applies a form if the record is still the version that the form showed.
  static func apply(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let note = try visit.note(), try visit.notebook.books.record(of: note.id) != nil else {
      return visit.missing
    }
    guard let step = visit.formField("do"), let version = visit.formField("version") else {
      return visit.site.refusal(.malformed)
    }
    let result: Result<BookOutcome, BookAction.Refusal>
    do throws(Refused) {
      guard let action = try action(step, visit) else { return visit.site.refusal(.malformed) }
      do throws(NotebookError) {
        result = try visit.notebook.books.apply(action, to: note.id, shown: version)
      } catch {
        return visit.site.failure(error)
      }
      if case .failure(let refusal) = result { throw Refused(refusal) }
      return visit.go(to: HTML.Path("book", note.id))
    } catch {
      return visit.go(to: HTML.Path("book", note.id, query: [("refused", error.rawValue)]))
    }
  }

  /// Returns nil for an unknown step.
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
      case .isInFuture: .future
      case .forgetsReadings: .readings
      case .isNotBeingRead: .unread
      case .hasChanged, .isNoBook: .changed
      }
  }
}
