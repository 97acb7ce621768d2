import Notebook
import WebPages

/// Stands for the pages until there are any.
struct NotebookSite: WebSite {
  let notebook: Notebook
  let isReadOnly: Bool

  func response(to request: WebRequest) -> WebResponse {
    WebResponse(
      status: request.path.isEmpty ? 200 : 404,
      body: Array(
        ("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>commonplace</title>"
          + "<p>The notebook is open.</p></html>\n").utf8))
  }
}
