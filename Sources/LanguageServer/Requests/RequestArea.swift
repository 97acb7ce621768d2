import UserSettings

/// Functions of a request that several features share, grouped by subject: notes, links, hashtags,
/// books, reviews, images, views.
protocol RequestArea: Sendable {
  var context: RequestContext { get }
}

extension RequestArea {
  var profile: ClientProfile { context.profile }
  var settings: Settings { context.settings }
  var documents: [DocumentURI: OpenDocument] { context.documents }
  var notebook: NotebookAccess { context.notebook }
  var clientNotes: ClientNotes { context.clientNotes }
  var memory: RequestMemory { context.memory }
  var client: ClientConnection { context.client }
  var server: ServerActions { context.server }
  var cancellation: Cancellation { context.cancellation }
}

struct NoteRequests: RequestArea { let context: RequestContext }
struct LinkRequests: RequestArea { let context: RequestContext }
struct HashtagRequests: RequestArea { let context: RequestContext }
struct BookRequests: RequestArea { let context: RequestContext }
struct ReviewRequests: RequestArea { let context: RequestContext }
struct ImageRequests: RequestArea { let context: RequestContext }
struct ViewRequests: RequestArea { let context: RequestContext }
