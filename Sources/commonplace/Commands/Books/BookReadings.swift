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
      Ends the current reading or, without one, adds a past reading. A past reading with the \
      same end is added only once. If the year of the end is unknown, the app on the phone does \
      not list the book as read.
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
      The app on the phone does not have a section for these books: it no longer lists the book \
      under “Currently reading”, and shows the hashtag \(BookRecord.stoppedTag).
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
      A reading in progress is recorded as given up, with its page. A book that you finished is \
      not moved: “commonplace book start” starts another reading, and --forget deletes all its \
      readings. “commonplace history” lists previous records, and “commonplace restore NOTE --at \
      TIME --book” restores one.
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
    discussion: "The app on the phone rounds half and quarter stars.")

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp(stringLiteral: GivenStars.help))
  var stars: GivenStars

  func run() throws {
    try book.change(.rate(stars.stars))
  }
}
