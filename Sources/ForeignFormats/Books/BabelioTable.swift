import Books
import Quoting

extension ForeignFormat {
  static let babelio = ForeignFormat(
    "babelio", "Babelio", headers: [["isbn", "titre", "auteur"]],
    columns: [
      "isbn", "ean", "titre", "auteur", "auteurs", "editeur", "éditeur", "date de publication",
      "date d'entrée dans babelio", "date d'ajout", "statut", "note", "date de lecture", "critique",
      "nombre de pages", "étiquettes", "etiquettes",
    ], book: babelioBook)

  private static func babelioBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var book = ForeignBook(title: row["titre"])
    book.authors = ForeignValues.names(row["auteur"].replacingBytes(of: " / ", with: ","))
    book.isbns = row.isbns("isbn", "ean", book: &book)
    book.publisher = row.text("editeur") ?? row.text("éditeur")
    book.yearPublished = row.date("date de publication", &book, .dayFirst)?.year
    book.added =
      row.date("date d'entrée dans babelio", &book, .dayFirst)
      ?? row.date("date d'ajout", &book, .dayFirst)
    book.stars = row.stars("note", &book)
    book.pages = row.pages("nombre de pages", &book)
    book.review = row.text("critique").map(HTMLText.plain)
    book.shelves = ForeignValues.list(row.text("étiquettes") ?? row["etiquettes"])
    let finish = row.date("date de lecture", &book, .dayFirst)
    let status = row["statut"]
    switch status.lowercased() {
    case "lu", "lus": book.section = .read
    case "en cours", "en train de lire", "currently reading": book.section = .reading
    case "à lire", "a lire", "pense-bête", "pense-bete", "wishlist": book.section = .want
    case "abandonné", "abandonne", "abandonnés": book.section = .stopped
    case "": book.section = finish == nil ? nil : .read
    default: book.shelves.append(status)
    }
    if let finish {
      switch book.section {
      case .stopped: book.stopped = [StoppedReading(stop: finish)]
      default:
        book.readings = [BookReading(finish: finish)]
        if book.section == nil { book.section = .read }
      }
    }
    return book
  }
}
