/// A browser's request, after the server has checked its origin. All names and values are
/// percent-decoded text. Do not trust them.
package struct WebRequest: Sendable, Equatable {
  package enum Method: Sendable {
    /// Reads without changing anything. Also used for HEAD.
    case get
    /// Changes something; the server has checked that one of our pages sent it.
    case post
  }

  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var method: Method

  /// The parts of the path after the root of the site, such as `["book", "42"]`; empty for the home
  /// page.
  package var path: [String]

  package var query: [Field]

  /// The fields of the submitted form; empty for GET.
  package var form: [Field]

  package init(
    method: Method = .get, path: [String] = [], query: [Field] = [], form: [Field] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.form = form
  }
}
