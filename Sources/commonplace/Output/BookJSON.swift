import Base
import Books
import Foundation
import JSON
import Notebook

extension BookRecord {
  func json(of note: NoteSummary, after action: NoteAction? = nil) -> JSONValue {
    json(ofNote: note.id, after: action)
  }

  func json(ofNote id: String, after action: NoteAction? = nil) -> JSONValue {
    var object: JSONObject = [
      "noteId": id.json, "title": title.json, "authors": authors.json,
      "isbn": isbn?.thirteen.json ?? .null, "publisher": publisher.json,
      "yearPublished": yearPublished?.json ?? .null,
      "originalYearPublished": originalYearPublished?.json ?? .null,
      "pageCount": pages?.json ?? .null, "language": language.json, "series": series.json,
      "seriesNumber": seriesNumber.json, "tags": tags.json, "stars": .stars(stars),
      "review": review.json, "added": (added.map(Timestamps.json)).json,
      "section": section.rawValue.json,
      "page": page?.json ?? .null, "hasRead": hasRead.json,
      "readings": .array(readings.map(\.summaryJSON)),
      "stopped": .array(stopped.map(\.summaryJSON)),
      "sources": sources.json,
    ]
    if let action { object["action"] = action.rawValue.json }
    return .object(object)
  }
}

extension BookReading {
  fileprivate var summaryJSON: JSONValue {
    ["start": start?.description.json ?? .null, "finish": finish?.description.json ?? .null]
  }
}

extension StoppedReading {
  fileprivate var summaryJSON: JSONValue {
    [
      "start": start?.description.json ?? .null, "stop": stop?.description.json ?? .null,
      "page": page?.json ?? .null,
    ]
  }
}

extension ListedBook {
  var json: JSONValue {
    [
      "noteId": note.id.json, "title": book.title.json, "authors": book.authors.json,
      "year": book.year?.json ?? .null, "section": section.rawValue.json, "stars": .stars(stars),
      "start": (reading?.start ?? stopped?.start)?.description.json ?? .null,
      "end": (reading?.finish ?? stopped?.stop)?.description.json ?? .null,
      "tags": note.tags.json,
    ]
  }
}
