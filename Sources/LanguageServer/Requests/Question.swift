import Dispatch
import JSON
import LanguageServerProtocol

/// How a request is answered.
enum Answer: Sendable {
  case value(JSONValue)
  /// Later: the user is to say something first.
  case question(Question)
}

/// A question to the user on which the answer to a request depends.
///
/// While it is open nothing is held, not even the queue: people need minutes, and saves must not
/// wait for them. So everything may have changed afterwards, and `then` reads all of it again.
struct Question: Sendable {
  /// The protocol's request by which it is asked, and its parameters.
  let method: String
  let params: JSONValue
  /// How long it may stay open.
  let patience: DispatchTimeInterval
  /// Continues in the request's queue, with the documents open by then, and the answer; nil for
  /// none.
  let then: @Sendable (RequestContext, JSONValue?) throws(ResponseError) -> Answer
}
