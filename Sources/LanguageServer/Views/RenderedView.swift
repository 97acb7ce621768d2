import Base

struct RenderedView: Sendable {
  struct Link: Sendable, Hashable {
    /// The linked range, in UTF-8 bytes of the text.
    var range: Range<Int>
    /// The URI of the document, with an optional line: `…#L12`.
    var target: String
  }

  /// The title for the view's window; nil if that is the text's first line.
  var title: String?
  private(set) var text = ""
  private(set) var links: [Link] = []

  var windowTitle: String {
    title ?? String(text.prefix { !$0.isNewline }.drop { $0 == "#" || $0 == " " })
  }

  mutating func append(_ more: String) { text += more }

  mutating func append(_ more: String, linkingTo target: String) {
    let start = text.utf8.count
    text += more
    links.append(Link(range: start..<text.utf8.count, target: target))
  }
}

/// The views that were shown recently, at most 20, so that their links are known when the client
/// requests them. Calls may come from any thread.
final class RecentViews: Sendable {
  private let views = Mutex<[(content: ViewURI.Content, view: RenderedView)]>([])

  func remember(_ view: RenderedView, of content: ViewURI.Content) {
    views.withLock { views in
      views.removeAll { $0.content == content }
      views.append((content, view))
      if views.count > 20 { views.removeFirst() }
    }
  }

  func view(of content: ViewURI.Content, saying text: String) -> RenderedView? {
    views.withLock { $0.last { $0.content == content }?.view }
      .flatMap { $0.text.utf8.elementsEqual(text.utf8) ? $0 : nil }
  }
}
