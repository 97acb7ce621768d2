import Base

/// A view as it was made: its text, and where its parts lead.
struct RenderedView: Sendable {
  /// A part of the text that leads to a document.
  struct Link: Sendable, Hashable {
    /// UTF-8 bytes of the text.
    var range: Range<Int>
    /// A document, perhaps with the line in it: `…#L12`.
    var target: String
  }

  /// The title of a window with it; nil for the text's first heading.
  var title: String?
  private(set) var text = ""
  private(set) var links: [Link] = []

  /// The title of a window with it.
  var windowTitle: String {
    title ?? String(text.prefix { !$0.isNewline }.drop { $0 == "#" || $0 == " " })
  }

  /// Appends text.
  mutating func append(_ more: String) { text += more }

  /// Appends text that leads to `target`.
  mutating func append(_ more: String, linkingTo target: String) {
    let start = text.utf8.count
    text += more
    links.append(Link(range: start..<text.utf8.count, target: target))
  }
}

/// The views that were last shown, so that their links are known when the client asks. Calls may come
/// from any thread.
final class RecentViews: Sendable {
  private let views = Mutex<[(content: ViewURI.Content, view: RenderedView)]>([])

  func remember(_ view: RenderedView, of content: ViewURI.Content) {
    views.withLock { views in
      views.removeAll { $0.content == content }
      views.append((content, view))
      if views.count > 20 { views.removeFirst() }
    }
  }

  /// The view, if it still says `text`.
  func view(of content: ViewURI.Content, saying text: String) -> RenderedView? {
    views.withLock { $0.last { $0.content == content }?.view }
      .flatMap { $0.text.utf8.elementsEqual(text.utf8) ? $0 : nil }
  }
}
