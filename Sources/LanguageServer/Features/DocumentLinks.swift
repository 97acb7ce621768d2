import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

extension Feature {
  /// The links of a document: addresses in the text, images, links to notes, and, if the client
  /// shows views, hashtags, which link to a search. Images stored with the note, and links to
  /// notes, have no target until they are resolved.
  static let documentLink = Feature("textDocument/documentLink", queue: .documents) { _ in
    (["documentLinkProvider"], ["resolveProvider": true])
  } answer: { (context, params: TextDocumentParams) -> [DocumentLink]? in
    guard let document = context.document(params.textDocument) else { return nil }
    let encoding = context.profile.encoding
    if let view = ViewURI(document.uri) {
      return context.views.links(ofView: view, in: document).map {
        DocumentLink(
          range: document.snapshot.lspRange(of: $0.range, in: encoding), target: $0.target)
      }
    }
    let hasTooltips = context.profile.client.textDocument.linkTooltipSupport
    let views = context.profile.showsViews ? context.notebook.opened?.path : nil
    var links: [Link] = []
    let unread = document.unread
    let foreign = document.foreign
    for block in document.snapshot.blocks {
      if context.cancellation.isCancelled || links.count >= linkLimit { break }
      links += block.links(in: document, except: unread, foreign, notebookPath: views)
    }
    let ranges = document.snapshot.lspRanges(for: links.map(\.range), in: encoding)
    return zip(links, ranges).map { link, range in
      DocumentLink(
        range: range, target: link.target, tooltip: hasTooltips ? link.tooltip : nil,
        data: link.image.map { ["uri": document.uri.json, "target": $0.json] }
          ?? link.note.map { ["uri": document.uri.json, "note": $0.map(\.text).json] })
    }
  }

  /// Resolves a link to a note to its URI, or an image stored with a note to a file in the user's
  /// cache. A link that matches no note stays without a target.
  static let resolveDocumentLink = Feature("documentLink/resolve", queue: .lookup) { _ in
    (["documentLinkProvider", "resolveProvider"], true)
  } answer: { (context, link: DocumentLink) throws(ResponseError) -> DocumentLink in
    if link.target == nil, let names = link.data?["note"]?.array?.compactMap(\.string) {
      var link = link
      link.target = try context.links.address(ofNoteCalled: names.map(LinkName.init(stored:)))
      return link
    }
    guard link.target == nil, let uri = link.data?["uri"]?.string,
      let target = link.data?["target"]?.string
    else { return link }
    var link = link
    link.target = try context.images.file(target, of: uri).file.absoluteString
    return link
  }
}

/// Once this many links are found, no more blocks are searched.
private let linkLimit = 10_000

private struct Link {
  var range: Range<Int>
  /// The target; nil for a stored image and for a note, which are resolved later.
  var target: String?
  var tooltip: String?
  var image: String?
  var note: [LinkName]?
}

extension LinkRequests {
  /// Returns the URI of the note with one of `names`; nil if there is none, or if no notebook is
  /// open.
  fileprivate func address(ofNoteCalled names: [LinkName]) throws(ResponseError) -> String? {
    guard let path = notebook.opened?.path else { return nil }
    let note = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.links.notes(called: names).first.flatMap { (id) throws(NotebookError) in
        try notebook.summary(of: id)
      }
    }
    return note.map {
      context.openNoteDocuments[$0.id]?.uri ?? clientNotes.names.uri(of: $0, in: path)
    }
  }
}

extension Block {
  /// Returns the links of the block in order, without links inside other links.
  fileprivate func links(
    in document: OpenDocument, except unread: ForeignText?, _ foreign: ForeignText,
    notebookPath: String?
  ) -> [Link] {
    var links = webLinks.map { Link(range: $0.range, target: $0.address.escapedAddress) }
    links += noteLinks.lazy.filter { link in
      !link.isWithinNote && unread?.contains(link.range.lowerBound) != true
        && !foreign.hidesLinks(at: link.range.lowerBound)
    }.map { Link(range: $0.range, tooltip: "Open the note", note: $0.names) }
    for image in images(of: document.snapshot) where !image.range.isEmpty {
      let target = document.target(ofImage: image.target)
      let isStored = document.note != nil && image.target.hasPrefix("assets/")
      guard target != nil || isStored else { continue }
      links.append(
        Link(
          range: image.range, target: target, tooltip: "Show the image",
          image: isStored ? image.target : nil))
    }
    if let notebookPath {
      for tag in document.snapshot.roots(of: self).flatMap(\.descendants)
      where tag.kind == .hashtag && unread?.contains(tag.range.lowerBound) != true {
        links.append(
          Link(
            range: tag.range,
            target: ViewURI.search(tag.text, notebookPath: notebookPath).text,
            tooltip: "Notes with this hashtag"))
      }
    }
    links.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    var end = 0
    return links.filter { link in
      guard link.range.lowerBound >= end else { return false }
      end = link.range.upperBound
      return true
    }
  }
}

extension OpenDocument {
  /// Returns the URI of an image file relative to this file; nil for notes, addresses, absolute
  /// paths, and paths outside the file's folder. Does not read the file.
  fileprivate func target(ofImage target: String) -> String? {
    guard note == nil, let path = DocumentURI(uri).filePath, !target.contains(":"),
      !target.hasPrefix("/"),
      !target.contains("\\"), !target.split(separator: "/").contains(".."),
      let decoded = target.removingPercentEncoding, !decoded.contains("\0"),
      !decoded.split(separator: "/").contains("..")
    else { return nil }
    let folder = URL(filePath: path).deletingLastPathComponent()
    return folder.appending(path: decoded, directoryHint: .notDirectory).absoluteString
  }
}

extension String {
  fileprivate var escapedAddress: String {
    var allowed = CharacterSet.urlFragmentAllowed
    allowed.insert(charactersIn: "#%[]")
    return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
  }
}
