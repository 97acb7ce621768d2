import ArgumentParser
import Books
import Notebook

struct BookStart: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Note that you begin to read a book.",
    discussion: "A book that you are reading stays as it is.")

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date; by default, today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.start((date ?? .today).known))
  }
}

struct BookFinish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Note that you have read a book to its end.",
    discussion: """
      Ends the current reading, or records a past one. A past reading with the same end is recorded \
      once. Without a year the phone lists the book under “Want to read”, or under “Currently reading” \
      if it knows the year of the start.
      """)

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date; by default, today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.finish((date ?? .today).date))
  }
}

struct BookStop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Note that you gave a book up.",
    discussion: """
      The phone has no such section. It shows the book as not being read, with the hashtag \
      \(BookRecord.stoppedTag).
      """)

  @OptionGroup var book: BookOptions

  @Argument(help: ArgumentHelp("The date; by default, today.", discussion: BookDate.help))
  var date: BookDate?

  func run() throws {
    try book.change(.stop((date ?? .today).known))
  }
}

struct BookWant: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "want", abstract: "Put a book back among those that you want to read.",
    discussion: """
      A reading in progress is given up, with its page; readings that you gave up stay in the record. \
      A book that you finished stays read: “start” reads it again, and --forget deletes all its \
      readings. “commonplace history” lists former records, and “commonplace restore --book” brings \
      one back.
      """)

  @OptionGroup var book: BookOptions

  @Flag(help: "Delete its readings, finished or not.")
  var forget = false

  func run() throws {
    try book.change(.want(forgets: forget))
  }
}

struct BookPage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Note the page that you have reached.")

  @OptionGroup var book: BookOptions

  @Argument(help: "The page; 0 forgets it.")
  var page: Int

  func validate() throws {
    if !(0...999_999).contains(page) { throw ValidationError("a page is from 0 to 999999") }
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
