import ArgumentParser
import Books
import Notebook

struct BookStart: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Record that you started a book.",
    discussion: "A book that you are reading already is not changed.")

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date. Default: today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.start((date ?? .today).known))
  }
}

struct BookFinish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Record that you finished a book.",
    discussion: """
      Ends the current reading, or records a past one. Two past readings with the same end are \
      recorded as one. Without the year of the end, the phone lists the book under “Want to \
      read”, or under “Currently reading” if it has the year of the start.
      """)

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date. Default: today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.finish((date ?? .today).date))
  }
}

struct BookStop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Record that you gave up a book.",
    discussion: """
      The phone has no section for such books. It shows the book as not being read, with the \
      hashtag \(BookRecord.stoppedTag).
      """)

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date. Default: today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.stop((date ?? .today).known))
  }
}

struct BookWant: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "want", abstract: "Move a book to “Want to read”.",
    discussion: """
      A reading in progress becomes one that you gave up, and keeps its page. A finished book \
      stays read: “commonplace book start” reads it again, and --forget deletes all its \
      readings. “commonplace history” lists previous records, and “commonplace restore --book” \
      restores one.
      """)

  @OptionGroup var book: BookOptions

  @Flag(help: "Delete all readings, finished or not.")
  var forget = false

  func run() throws {
    try book.change(.want(forgets: forget))
  }
}

struct BookSetPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Record the page that you have reached.")

  @OptionGroup var book: BookOptions

  @Argument(help: "The page; 0 removes it.")
  var page: Int

  func validate() throws {
    if !(0...999_999).contains(page) { throw ValidationError("the page must be from 0 to 999999") }
  }

  func run() throws {
    try book.change(.page(page == 0 ? nil : page))
  }
}

struct BookRate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Give a book stars.",
    discussion: "The phone shows halves and quarters rounded.")

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp(stringLiteral: GivenStars.help))
  var stars: GivenStars

  func run() throws {
    try book.change(.rate(stars.stars))
  }
}
