import Dispatch

/// The queue in which a request is handled. All messages are read in order, in the inbox, so that a
/// request sees exactly the changes that were sent before it. The queues run concurrently, each in
/// order.
enum RequestQueue: CaseIterable {
  /// Requests that mainly read the snapshot of a document.
  case documents
  /// Requests that read whole texts: of one document, or of all notes with a hashtag. Semantic
  /// tokens and completion do not wait for them.
  case analysis
  /// Notebook lookups while the user types. Never wait for a save or a search.
  case lookup
  /// Requests that fill a picker while the user types into it: they search.
  case picking
  /// Requests that read the whole notebook, may take long, and are usually sent by timers. They see
  /// what was written before they were sent. Other requests do not wait for them.
  case survey
  /// Other requests that read or write the notebook, and may wait for its file. They are handled in
  /// the order in which they were sent, so that a note is read after earlier writes.
  case notebook
}

struct RequestQueues: Sendable {
  let documents = WorkQueue("documents", qos: .userInitiated)
  let analysis = WorkQueue("analyses", qos: .userInitiated)
  let lookup = WorkQueue("lookups", qos: .userInitiated)
  let picking = WorkQueue("pickings", qos: .userInitiated)
  let survey = WorkQueue("surveys", qos: .utility, isBackground: true)
  let notebook = WorkQueue("notebook")
  /// Counts due prompts for requests of other queues, which continue while it counts.
  let counting = WorkQueue("counting", qos: .userInitiated, isBackground: true)

  subscript(queue: RequestQueue) -> WorkQueue {
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
