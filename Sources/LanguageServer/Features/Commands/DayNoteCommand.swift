import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookIndex
import UserSettings

extension ServerCommand {
  /// `[{date?, show?}]` -> `{uri, text, version, created, position?}`: finds or creates the note of
  /// a day, and shows it, unless `show` is false. `date` is `today` (the default), `yesterday`,
  /// `tomorrow` or a date such as `2026-11-21`. `position` is the position of `{{cursor}}` in a new
  /// note.
  static let dayNote = ServerCommand("commonplace.dayNote") {
    (context, arguments) throws(ResponseError) in
    let wish = try (arguments.first ?? [:]).params(as: DayNote.self)
    guard let day = NoteDay(named: wish.date) else {
      throw .invalidParams("date: expected today, yesterday, tomorrow or a date such as 2026-11-21")
    }
    guard let filled = try context.notes.dayTemplate().filled(for: day) else {
      throw .requestFailed(
        "The template “\(TemplateFolder.day)” needs the date in its title: start it with "
          + "“# {{date}}”.")
    }
    let (found, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      (try notebook.titles.dayNote(filled), notebook.path)
    }
    var answer = context.notes.answer(
      found.note, in: path, cursor: found.isNew ? filled.cursor : nil, show: wish.show)
    answer["created"] = found.isNew.json
    return .object(answer)
  }
}

extension Feature {
  /// `{dates}` -> `{days: [{date, uri}]}`: those of the first 400 dates that have a note, for a
  /// calendar.
  static let listDays = Feature("commonplace/listDays", queue: .survey) { _ in
    (["experimental", "commonplace", "listDays"], true)
  } answer: { (context, params: ListDaysParams) throws(ResponseError) -> JSONValue in
    let template = try context.notes.dayTemplate()
    var dates: [String: String] = [:]
    for date in params.dates.prefix(400) {
      guard let day = NoteDay(named: date), let filled = template.filled(for: day) else { continue }
      dates[filled.title] = day.text
    }
    let (notes, path) = try context.notebook.ask { (notebook) throws(NotebookError) in
      (try notebook.titles.dayNotes(titled: Set(dates.keys)), notebook.path)
    }
    let days = notes.compactMap { title, note in dates[title].map { (date: $0, note: note) } }
    return [
      "days": .array(
        days.sorted { $0.date < $1.date }.map {
          [
            "date": $0.date.json, "uri": context.clientNotes.names.uri(of: $0.note, in: path).json,
          ]
        })
    ]
  }

  /// `{}` -> `{templates: [name]}`: the names of the user's note templates, in alphabetical order.
  static let listTemplates = Feature("commonplace/listTemplates", queue: .lookup) { _ in
    (["experimental", "commonplace", "listTemplates"], true)
  } answer: { (context, _: JSONValue) throws(ResponseError) -> JSONValue in
    ["templates": context.notes.templates.names().json]
  }
}

extension NoteRequests {
  fileprivate var templates: TemplateFolder {
    TemplateFolder(environment: notebook.defaults.environment)
  }

  fileprivate func dayTemplate() throws(ResponseError) -> NoteTemplate {
    try templateText(of: TemplateFolder.day).map { NoteTemplate(file: $0) } ?? .day
  }

  fileprivate func templateText(of name: String) throws(ResponseError) -> String? {
    do {
      return try templates.text(of: name)
    } catch {
      throw .requestFailed("The template “\(name)” \(error.message): \(error.advice).")
    }
  }

  func template(of name: String) throws(ResponseError) -> String {
    if let text = try templateText(of: name) { return text }
    throw .requestFailed(
      "There is no template “\(name.withoutControls.prefix(100))”: templates are files such as "
        + "person.md in the folder “templates” next to your settings file.")
  }
}

private struct ListDaysParams: JSONDecodable {
  var dates: [String]

  init(json: JSONValue) throws(JSONDecodingError) { dates = try json.decode("dates") }
}

private struct DayNote: JSONDecodable {
  var date: String
  var show: Bool

  init(json: JSONValue) throws(JSONDecodingError) {
    date = try json.decodeIfPresent("date") ?? "today"
    show = try json.decodeIfPresent("show") ?? true
  }
}
