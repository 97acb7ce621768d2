import ArgumentParser
import Foundation
import Notebook

struct ListOptions: ParsableArguments {
  @Option(help: "Maximum number of notes. Default for a search: 20.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "title (A to Z), created or changed (newest first); for a search, also relevance.",
      valueName: "order"))
  var sort: ListOrder?

  @Flag(help: "Reverse the order; by relevance, the best matches come last.")
  var reverse = false

  @Option(help: ArgumentHelp("Only notes changed since this time.", discussion: Since.help))
  var since: Since?

  @Option(
    help: ArgumentHelp(
      "Only notes about books in this section; other: notes without a book.",
      valueName: "section"))
  var section: [ReviewedSection] = []

  @OptionGroup var output: ListOutputOptions

  static let optionsWithValue: Set = [
    "--limit", "--sort", "--since", "--section", "--format", "--color",
  ]

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  /// The order and the filters of the list, without `limit`.
  var listing: NoteListing {
    var listing = NoteListing()
    switch sort {
    case .title: listing.order = .title
    case .created: listing.order = .created
    case .changed: listing.order = .changed
    case .relevance, nil: break
    }
    listing.isReversed = reverse
    listing.changedSince = since?.date
    listing.sections = section.map(\.section)
    return listing
  }
}

struct ListOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "short, full, ids, tsv, or a template such as '{title}\\t{id}'.",
      discussion: """
        A template may have \(ListField.all), and \\t (tab), \\n (new line), \\\\ and \\{. Dates \
        are UTC. {line} and {column} count from 1, {column} in characters. With {line}, {column} \
        or {text}, a search prints one line per match.
        """,
      valueName: "format"),
    transform: ListFormat.init(argument:))
  var format = ListFormat.short

  @OptionGroup var printing: PrintingOptions
}

struct PrintingOptions: ParsableArguments {
  @Option(help: "Use colors; auto: on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(help: "On a terminal, print the list without $PAGER.")
  var noPager = false
}

enum ListOrder: String, ExpressibleByArgument, CaseIterable {
  case title, created, changed, relevance
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var isOn: Bool {
    switch self {
    case .auto: StandardOutput.hasColor
    case .always: true
    case .never: false
    }
  }
}
