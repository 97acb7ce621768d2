import Dispatch

/// Where a request is handled, and so what it waits for. All messages are read in order, in the inbox, so
/// that a request sees every change sent before it and none sent after it; the queues then run side by
/// side, each in order.
enum RequestQueue: CaseIterable {
  /// Features that only read a snapshot.
  case documents
  /// Features that look at whole texts: of one document, or of all notes with a hashtag. Neither
  /// colours nor completion wait for them.
  case analysis
  /// Look-ups in the notebook while the user types. They wait neither for a save nor for a search.
  case lookup
  /// Searches that fill a list of choices while the user types into it.
  case picking
  /// Requests that read the whole notebook, and may take long. Nothing else waits for them.
  case survey
  /// All else that may wait for the notebook's file, reading and writing: in the order in which it was
  /// sent, so that a note is read as it was written before. Never in the way of typing.
  case notebook
}

/// The queues of a server.
struct RequestQueues: Sendable {
  let documents = DispatchQueue(label: "commonplace.documents", qos: .userInitiated)
  let analysis = DispatchQueue(label: "commonplace.analyses", qos: .userInitiated)
  let lookup = DispatchQueue(label: "commonplace.lookups", qos: .userInitiated)
  let picking = DispatchQueue(label: "commonplace.pickings", qos: .userInitiated)
  let survey = DispatchQueue(label: "commonplace.surveys", qos: .utility)
  let notebook = DispatchQueue(label: "commonplace.notebook")

  subscript(queue: RequestQueue) -> DispatchQueue {
    switch queue {
    case .documents: documents
    case .analysis: analysis
    case .lookup: lookup
    case .picking: picking
    case .survey: survey
    case .notebook: notebook
    }
  }
}
