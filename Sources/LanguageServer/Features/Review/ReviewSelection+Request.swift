import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import UserSettings

extension ReviewSelection {
  /// Parses `{uri?, tag?, section?, query?, cram?, limit?}`. At most one of the first four may be
  /// present; none means the whole notebook.
  init(json: JSONValue, in context: RequestContext) throws(ResponseError) {
    let uri: String? = try json.paramIfPresent("uri")
    let tag: String? = try json.paramIfPresent("tag")
    let section: ReviewSection? = try json.paramIfPresent("section")
    let query: String? = try json.paramIfPresent("query")
    var scopes: [ReviewScope] = []
    if let tag { scopes.append(.tag(tag)) }
    if let section { scopes.append(section.scope) }
    if let query { scopes.append(.search(query)) }
    if let uri { scopes.append(try context.reviews.scope(of: uri)) }
    guard scopes.count <= 1 else {
      throw .invalidParams("expected at most one of uri, tag, section and query")
    }
    scope = scopes.first ?? .notebook
    isCram = try json.paramIfPresent("cram") ?? false
    limit = try json.paramIfPresent("limit", as: Int.self)
  }

  func options(_ settings: Settings) -> ReviewOptions {
    var options = settings.reviewOptions
    options.limit = min(
      max(limit ?? options.limit, Settings.reviewLimits.lowerBound),
      Settings.reviewLimits.upperBound)
    return options
  }
}

extension ReviewRequests {
  /// Returns the scope of a document: its note, the results of a search view, or the scope of a
  /// review view. Throws for others.
  func scope(of uri: String) throws(ResponseError) -> ReviewScope {
    switch ViewURI(uri)?.content {
    case .search(let query)?: return .search(query)
    case .review(let selection)?: return selection.scope
    case nil: break
    default: throw .invalidParams("uri: expected a note, a search or a review")
    }
    let id = try context.note(named: uri)
    let summary = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.summary(of: id)
    }
    guard summary != nil else { throw .requestFailed("This note does not exist.") }
    return .note(id)
  }
}
