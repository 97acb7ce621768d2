import Dispatch
import JSON
import LanguageServerProtocol
import PackratParsing

/// One request that the server answers. Requests that are not in `Feature.all`, except `initialize`
/// and `shutdown`, are refused.
struct Feature: Sendable {
  let method: String
  let queue: RequestQueue
  /// Returns the path in the server's capabilities at which the feature is announced, and the value
  /// there; nil if it is not announced to this client.
  let capability: @Sendable (ClientProfile) -> (path: [String], value: JSONValue)?
  let answer: @Sendable (RequestContext, JSONValue) throws(ResponseError) -> Answer
  /// Answers synchronously in the inbox if that is cheaper than a thread switch; returns nil if it
  /// would take longer. Nil if the feature never answers there.
  private(set) var answerAtOnce: (@Sendable (TokenContext, JSONValue) -> JSONValue?)?
  /// Whether the request may write. Such a request is handled even while the server is exiting.
  let writes: Bool

  init<Params: JSONDecodable & SendableMetatype, Result: JSONEncodable & SendableMetatype>(
    _ method: String, queue: RequestQueue, writes: Bool = false,
    capability: @escaping @Sendable (ClientProfile) -> (path: [String], value: JSONValue)?,
    answer: @escaping @Sendable (RequestContext, Params) throws(ResponseError) -> Result
  ) {
    self.init(
      method, queue: queue, writes: writes, capability: capability,
      asking: { (context, params: Params) throws(ResponseError) in
        .value(try answer(context, params).json)
      })
  }

  init<Params: JSONDecodable & SendableMetatype>(
    _ method: String, queue: RequestQueue, writes: Bool = false,
    capability: @escaping @Sendable (ClientProfile) -> (path: [String], value: JSONValue)?,
    asking answer: @escaping @Sendable (RequestContext, Params) throws(ResponseError) -> Answer
  ) {
    self.method = method
    self.queue = queue
    self.writes = writes
    self.capability = capability
    self.answer = { (context, params) throws(ResponseError) in
      try answer(context, params.params())
    }
    self.answerAtOnce = nil
  }
}

extension Feature {
  /// Returns this feature with `answer` as a fast path. If that returns nil, the request goes to
  /// its queue.
  func answeringAtOnce<Params: JSONDecodable & SendableMetatype>(
    _ answer: @escaping @Sendable (TokenContext, Params) -> (any JSONEncodable)?
  ) -> Feature {
    var feature = self
    feature.answerAtOnce = { context, json in
      guard let params = try? Params(json: json) else { return nil }
      return answer(context, params)?.json
    }
    return feature
  }
}

/// The state that a token request needs, also when it is answered in the inbox.
struct TokenContext: Sendable {
  let profile: ClientProfile
  let history: TokenHistory
  let document: @Sendable (DocumentURI) -> OpenDocument?
}

/// The result of a request, or a question that the user must answer first.
enum Answer: Sendable {
  case value(JSONValue)
  case question(Question)
}

/// A question to the user on which the result of a request depends.
///
/// While the question is open, nothing is locked, and the queue continues: users may need minutes,
/// and saves must not wait for them. Because everything may have changed afterwards, `then` reads
/// all of it again.
struct Question: Sendable {
  let method: String
  let params: JSONValue
  /// The time after which the question is closed without an answer.
  let patience: DispatchTimeInterval
  /// Continues in the request's queue, with the documents open at that time and the user's answer;
  /// nil if there is none.
  let then: @Sendable (RequestContext, JSONValue?) throws(ResponseError) -> Answer
}
