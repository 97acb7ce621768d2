import Dispatch

/// Where a request is handled, and so what it waits for. All messages are read in order, in the inbox, so
/// that a request sees every change sent before it and none sent after it; the queues then run side by
/// side, each in order.
enum RequestQueue: CaseIterable {
  /// Features that only read a snapshot.
  case documents
  /// What looks at whole texts: of one document, or of all notes with a hashtag. Colours do not wait
  /// for it, nor does what is offered while one types.
  case analysis
  /// What is asked of the notebook while one types. It waits for nothing that is being saved, and for
  /// no search.
  case lookup
  /// What fills a list of choices while one types into it: it searches.
  case picking
  /// What reads the whole notebook, and may take long. Nothing else waits for it.
  case survey
  /// What else may wait for the notebook's file, reading and writing: in the order in which it was
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
