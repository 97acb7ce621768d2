import Base
import BookLookup
import Books
import MiniMarkdown
import Notebook
import NotebookFile

struct AddBookPage: WebPage {
  var found: KeptLookups.Kept?
  var refusal: BookAdding.Refused?
  var canLookUp = false
  var isReadOnly = false

  init(_ visit: Visit) throws(NotebookError) {
    isReadOnly = visit.site.isReadOnly
    canLookUp = visit.site.lookup != nil
    found = visit.field("found").flatMap(visit.site.lookups.find)
    refusal = visit.field("refused").flatMap(BookAdding.Refused.init(rawValue:))
    if visit.field("found") != nil, found == nil { refusal = .gone }
  }

  var title: String { "Add a book" }
  var part: SitePart? { .shelf }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    if let refusal { HTML(.p, .class("notice"), .set(.role, "alert")) { refusal.sentence } }
    if isReadOnly {
      HTML(.p) {
        "Read-only: start “commonplace web” without --read-only to make changes."
      }
    } else {
      if let found, found.answer == nil {
        // Shown without a form: the page reloads itself, which would lose typed text.
        waiting(found)
      } else {
        if canLookUp { search }
        if let found { editions(found) }
        byHand
      }
    }
  }

  private var search: HTML {
    HTML(.section) {
      HTML(.h2) { "Look up a book" }
      FormParts.post(HTML.Path("add", "look-up"), .class("bar")) {
        FormParts.text(
          "words", "Title and author, or ISBN", value: found?.words ?? "", .flag(.required),
          .set(.maxlength, 200))
        FormParts.button("Ask Open Library")
      }
      HTML(.p, .class("quiet")) {
        "These words are sent to Open Library. If it does not find the book, they are sent to other "
          + "services. Your notes are not sent."
      }
    }
  }

  private func waiting(_ found: KeptLookups.Kept) -> HTML {
    HTML(.p, .class("notice"), .set(.role, "status"), .set(.part, "again")) {
      "Asking the services… "
      HTML(.a, .href(HTML.Address("add", query: [("found", found.id)]))) {
        "Reload this page to see the results."
      }
    }
  }

  private func editions(_ found: KeptLookups.Kept) -> HTML {
    HTML(.section) {
      switch found.answer {
      case nil: HTML()
      case .failure(let failure)?:
        HTML(.h2) { "The lookup failed" }
        HTML(.p, .class("notice"), .set(.role, "alert")) {
          "\(failure.problem): \(failure.advice)."
        }
      case .success(let answer)? where answer.editions.isEmpty:
        HTML(.h2) { "Nothing found" }
        HTML(.p) { "No books match these words." }
      case .success(let answer)?:
        HTML(.h2) { "Editions from \(answer.service)" }
        FormParts.post(HTML.Path("add", "edition")) {
          FormParts.hidden("found", found.id)
          list
          HTML(.ul, .class("rows")) {
            for (number, edition) in answer.editions.enumerated() {
              HTML(.li, .class("row")) {
                HTML(.span, .set(.dir, "auto")) { edition.title }
                HTML(.span, .class("by"), .set(.dir, "auto")) { facts(edition) }
                FormParts.button(
                  "Choose", .set(.name, "edition"), .set(.value, number),
                  .set(
                    .ariaLabel, "Choose \(Words.short(edition.title, 80)), edition \(number + 1)"))
              }
            }
          }
        }
      }
    }
  }

  private func facts(_ edition: FoundEdition) -> String {
    let facts: [String?] = [
      Words.authors(edition.authors), edition.year.map { "\($0)" }, edition.publisher,
      edition.pages.map { $0.counted("page") }, edition.language, edition.format,
      edition.isbn.map { "ISBN \($0.thirteen)" }, edition.cover == nil ? nil : "with a cover",
    ]
    return facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var list: HTML {
    FormParts.choice(
      "list", "List",
      [("want", "Want to read"), ("reading", "Reading, since today"), ("read", "Read")],
      selected: "want", id: found == nil ? "list" : "list-found")
  }

  private var byHand: HTML {
    HTML(.section) {
      HTML(.h2) { "Enter manually" }
      FormParts.post(HTML.Path("add"), .class("stack")) {
        FormParts.text("title", "Title", .flag(.required))
        FormParts.text("authors", "Authors, separated by semicolons")
        FormParts.text("isbn", "ISBN")
        FormParts.choice(
          "list", "List",
          [("want", "Want to read"), ("reading", "Reading, since today"), ("read", "Read")],
          selected: "want")
        FormParts.button("Add the book")
      }
    }
  }
}
