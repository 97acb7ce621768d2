import Dispatch

/// The queue in which a request is handled, and so the work for which it waits. All messages are
/// read in order, in the inbox, so that a request sees every change sent before it and none sent
/// after it. The queues run concurrently, each in order.
enum RequestQueue: CaseIterable {
  /// Features that only read a snapshot.
  case documents
  /// Requests that read whole texts: of one document, or of all notes with a hashtag. Semantic
  /// tokens and completion do not wait for them.
  case analysis
  /// Notebook lookups while the user types. Never wait for a save or a search.
  case lookup
  /// Requests that fill a picker while the user types into it: they search.
  case picking
  /// Requests that read the whole notebook, may take long, and come from timers rather than from
  /// people. They see what was written before they were sent; other requests do not wait for them.
  case survey
  /// Other requests that may wait for the notebook's file, reading and writing: in the order in
  /// which they were sent, so that a note is read after earlier writes. They never delay typing.
  case notebook
}

/// The queues of a server.
struct RequestQueues: Sendable {
  let documents = WorkQueue("documents", qos: .userInitiated)
  let analysis = WorkQueue("analyses", qos: .userInitiated)
  let lookup = WorkQueue("lookups", qos: .userInitiated)
  let picking = WorkQueue("pickings", qos: .userInitiated)
  let survey = WorkQueue("surveys", qos: .utility, isBackground: true)
  let notebook = WorkQueue("notebook")
  /// Counts due prompts for requests of other queues, which continue in the meantime.
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
