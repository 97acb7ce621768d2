import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uris}` -> `{titles}`: for each of at most 1000 documents, the title of its note; null if it
  /// is not a note. The title of a book record has ` (book)` after it.
  static let readTitles = Feature("commonplace/readTitles", queue: .lookup) { _ in
    (["experimental", "commonplace", "readTitles"], true)
  } answer: { (context, params: ReadTitlesParams) throws(ResponseError) -> JSONValue in
    let uris = params.uris.prefix(mostTitles)
    let names = uris.map { uri in
      let record = RecordURI(uri)
      let id = record?.id ?? context.clientNotes.mirrors.note(of: DocumentURI(uri))
      return (id: id, isRecord: record != nil)
    }
    let titles = try context.notebook.ask { (notebook) throws(NotebookError) in
      var titles: [JSONValue] = []
      for (id, isRecord) in names {
        let title = try id.flatMap { (id) throws(NotebookError) in try notebook.summary(of: id) }?
          .title.withoutControls
        titles.append(title.map { (isRecord ? "\($0) (book)" : $0).json } ?? .null)
      }
      return titles
    }
    return ["titles": .array(titles)]
  }
}

private let mostTitles = 1000

private struct ReadTitlesParams: JSONDecodable {
  var uris: [String]

  init(json: JSONValue) throws(JSONDecodingError) {
    uris = try json.decode("uris")
  }
}
