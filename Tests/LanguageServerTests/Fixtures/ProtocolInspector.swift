import Base
import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

/// Looks at all that goes between a test and its server, and records what breaks the protocol:
/// messages that the meta model does not allow, answers that are not waited for, progress that does not
/// begin or end, and whatever the client has not said it can do.
///
/// Our own methods are taken as they are.
final class ProtocolInspector: Sendable {
  private struct State {
    /// After bytes that may be anything: so may be the answers.
    var isExpectingAnything = false
    /// After a document whose name is no URI: it is named by it.
    var isExpectingNames = false
    var capabilities: JSONValue = .null
    var isInitializing = false
    var isInitialized = false
    var isTraceWanted = false
    /// After `$/setTrace` with `off`, traces come up to the answer to the next request.
    var isTraceEnding = false
    var lastTracedID: RequestID?
    /// The requests that have no answer yet.
    var unanswered: [RequestID: String] = [:]
    var initializeID: RequestID?
    /// The requests to which partial results belong.
    var partialResultMethods: [String: String] = [:]
    /// The state of a progress bar; nil before it begins.
    var progress: [String: Int?] = [:]
  }

  private static let model = MetaModel.version317
  private let state = Mutex(State())
  private let record: @Sendable (String) -> Void

  /// Violations become issues of the test that is running now, or go to `record`.
  init(record: (@Sendable (String) -> Void)? = nil) {
    let test = Test.current?.name ?? "a test"
    self.record =
      record ?? { violation in Issue.record("in \(test), the server sent: \(violation)") }
  }

  func inspect(_ traffic: LanguageClient.Traffic) {
    switch traffic {
    case .sent(let message): state.withLock { note(message, in: &$0) }
    case .sentBytes: state.withLock { $0.isExpectingAnything = true }
    case .garbage(let reason): record("no message: \(reason)")
    case .received(let body):
      guard let json = try? JSONValue(parsing: body) else { return record("no JSON") }
      guard let message = try? Message(decoding: body) else {
        return record("no message: \(json["method"]?.string ?? "")")
      }
      let violations = state.withLock { state in
        let found = envelopeViolations(json) + self.violations(message, in: &state)
        return state.isExpectingNames ? found.filter { !$0.hasSuffix("DocumentUri") } : found
      }
      violations.forEach(record)
    }
  }

  // MARK: Sent

  private func note(_ message: Message, in state: inout State) {
    switch message {
    case .request(let id, let method, let params):
      state.unanswered[id] = method
      if state.isTraceEnding {
        state.lastTracedID = id
        state.isTraceEnding = false
      }
      if method == "initialize" {
        // A second one is refused, and begins nothing.
        guard state.initializeID == nil else { return }
        state.isInitializing = true
        state.initializeID = id
        state.capabilities = params?["capabilities"] ?? .null
        state.isTraceWanted = params?["trace"].map { $0 != "off" } ?? false
      }
      if let token = params?["workDoneToken"] { state.progress[token.key] = .some(nil) }
      if let token = params?["partialResultToken"] {
        state.partialResultMethods[token.key] = method
      }
    case .notification("initialized", _): state.isInitialized = true
    case .notification("textDocument/didOpen", let params):
      let uri = params?["textDocument"]?["uri"] ?? .null
      if !Self.model.violations(of: ["uri": uri], as: "TextDocumentIdentifier").isEmpty {
        state.isExpectingNames = true
      }
    case .notification("$/setTrace", let params):
      state.isTraceEnding = params?["value"] == "off"
      if !state.isTraceEnding { state.isTraceWanted = true }
    case .notification, .response: break
    }
  }

  // MARK: Received

  private func envelopeViolations(_ json: JSONValue) -> [String] {
    let allowed: Set<String> =
      json["method"] == nil
      ? ["jsonrpc", "id", "result", "error"] : ["jsonrpc", "id", "method", "params"]
    var violations = (json.object?.keys ?? []).filter { !allowed.contains($0) }
      .map { "\($0) in a message" }
    if json["result"] != nil, json["error"] != nil { violations.append("a result and an error") }
    if let error = json["error"] {
      let keys: Set = ["code", "message", "data"]
      if error["code"]?.int == nil || error["message"]?.string == nil
        || error.object?.keys.allSatisfy(keys.contains) != true
      {
        violations.append("an error of another shape")
      }
    }
    return violations
  }

  private func violations(_ message: Message, in state: inout State) -> [String] {
    switch message {
    case .response(let id, let result): return violations(id, result, in: &state)
    case .notification(let method, let params):
      guard isForeign(method) else { return orderViolations(method, in: state) }
      let found = violations(Self.model.notifications[method], method, params)
      return found + orderViolations(method, in: state)
        + (method == "$/progress" ? progressViolations(params, in: &state) : [])
    case .request(_, let method, let params):
      var found = orderViolations(method, in: state)
      if isForeign(method) { found += violations(Self.model.requests[method], method, params) }
      if let need = Self.needs[method], state.capabilities.at(need)?.isYes != true {
        found.append("\(method), which the client does not know")
      }
      if method == "client/registerCapability" {
        found += registrationViolations(params, in: state)
      }
      if method == "window/workDoneProgress/create", let token = params?["token"] {
        state.progress[token.key] = .some(nil)
      }
      return found
    }
  }

  private func violations(
    _ method: MetaModel.Method?, _ name: String, _ params: JSONValue?
  ) -> [String] {
    guard let method, method.isServers else { return ["\(name), which is not a server's to send"] }
    return Self.model.violations(ofParams: params, of: method).map { "\(name): \($0)" }
  }

  private func violations(
    _ id: RequestID?, _ result: Result<JSONValue, ResponseError>, in state: inout State
  ) -> [String] {
    if id == state.initializeID { state.isInitializing = false }
    if id != nil, id == state.lastTracedID { state.isTraceWanted = false }
    guard let method = id.flatMap({ state.unanswered.removeValue(forKey: $0) }) else {
      return state.isExpectingAnything ? [] : ["an answer that nobody waits for"]
    }
    if case .failure(let error) = result { return retryViolations(error, method, in: state) }
    guard case .success(let result) = result, isForeign(method),
      let model = Self.model.requests[method]
    else { return [] }
    return Self.model.violations(ofResult: result, of: model).map { "\(method): \($0)" }
  }

  /// A message that asks a client to try again goes only to one that does.
  private func retryViolations(
    _ error: ResponseError, _ method: String, in state: State
  ) -> [String] {
    let retried = ["general", "staleRequestSupport", "retryOnContentModified"]
    let canceled = ["textDocument", "semanticTokens", "serverCancelSupport"]
    let isAllowed =
      switch error.code {
      case -32801: state.capabilities.at(retried)?.array?.contains(.string(method)) ?? false
      case -32802:
        method.hasSuffix("/diagnostic") || state.capabilities.at(canceled)?.bool ?? false
      default: true
      }
    return isAllowed ? [] : ["\(error.code) for \(method), which the client does not try again"]
  }

  /// Neither ours nor of a later version of the protocol.
  private func isForeign(_ method: String) -> Bool {
    !method.hasPrefix("commonplace/") && !method.hasPrefix("workspace/textDocumentContent")
  }

  // MARK: Order and capabilities

  private static let allowedBeforeInitialize: Set<String> = [
    "window/showMessage", "window/logMessage", "window/showMessageRequest", "telemetry/event",
    "$/progress",
  ]

  private func orderViolations(_ method: String, in state: State) -> [String] {
    var found: [String] = []
    if state.isInitializing, !Self.allowedBeforeInitialize.contains(method) {
      found.append("\(method) before the answer to initialize")
    }
    if method == "client/registerCapability", !state.isInitialized {
      found.append("\(method) before initialized")
    }
    if method == "$/logTrace", !state.isTraceWanted { found.append("\(method) unasked") }
    return found
  }

  /// The capability by which a client says that it answers a request.
  private static let needs: [String: [String]] = [
    "workspace/configuration": ["workspace", "configuration"],
    "workspace/applyEdit": ["workspace", "applyEdit"],
    "workspace/workspaceFolders": ["workspace", "workspaceFolders"],
    "window/workDoneProgress/create": ["window", "workDoneProgress"],
    "window/showDocument": ["window", "showDocument", "support"],
    "workspace/semanticTokens/refresh": ["workspace", "semanticTokens", "refreshSupport"],
    "workspace/inlayHint/refresh": ["workspace", "inlayHint", "refreshSupport"],
    "workspace/codeLens/refresh": ["workspace", "codeLens", "refreshSupport"],
    "workspace/diagnostic/refresh": ["workspace", "diagnostics", "refreshSupport"],
    "workspace/textDocumentContent/refresh": ["workspace", "textDocumentContent"],
  ]

  private func registrationViolations(_ params: JSONValue?, in state: State) -> [String] {
    (params?["registrations"]?.array ?? []).compactMap { registration in
      let method = registration["method"]?.string ?? ""
      // Text synchronization and file operations each have one flag for several methods.
      let path =
        switch method {
        case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
          "textDocument/didSave", "textDocument/willSave", "textDocument/willSaveWaitUntil":
          ["textDocument", "synchronization"]
        case let method
        where method.hasSuffix("Files") && method != "workspace/didChangeWatchedFiles":
          ["workspace", "fileOperations"]
        default: method.split(separator: "/").prefix(2).map(String.init)
        }
      let isAllowed = state.capabilities.at(path + ["dynamicRegistration"])?.bool == true
      return isAllowed || method == "workspace/didChangeWorkspaceFolders"
        ? nil : "a registration for \(method), which the client does not take"
    }
  }

  // MARK: Progress

  private func progressViolations(_ params: JSONValue?, in state: inout State) -> [String] {
    let (token, value) = ((params?["token"] ?? .null).key, params?["value"] ?? .null)
    if let method = state.partialResultMethods[token], let model = Self.model.requests[method] {
      return Self.model.violations(ofPartialResult: value, of: model).map { "\(method): \($0)" }
    }
    guard let percentage = state.progress[token] else {
      return ["progress with a token that nobody gave"]
    }
    let kinds = [
      "begin": "WorkDoneProgressBegin", "report": "WorkDoneProgressReport",
      "end": "WorkDoneProgressEnd",
    ]
    guard let kind = value["kind"]?.string, let name = kinds[kind] else {
      return ["progress of no kind"]
    }
    var found = Self.model.violations(of: value, as: name, at: "progress").map(\.description)
    if kind == "begin", percentage != nil { found.append("a second begin of progress") }
    if kind != "begin", percentage == nil { found.append("\(kind) of progress before its begin") }
    let next = value["percentage"]?.int ?? percentage ?? 0
    if next < percentage ?? 0 || next > 100 {
      found.append("progress from \(percentage ?? 0) to \(next)")
    }
    if kind == "end" {
      state.progress.removeValue(forKey: token)
    } else {
      state.progress[token] = .some(next)
    }
    return found
  }
}

extension JSONValue {
  /// The value at the end of a path of members; nil if the path leads nowhere.
  func at(_ path: [String]) -> JSONValue? {
    path.reduce(Optional(self)) { json, key in json?[key] }
  }

  /// A token in a dictionary: `1` and `"1"` are two.
  fileprivate var key: String { String(decoding: serialized(), as: UTF8.self) }

  fileprivate var isYes: Bool { bool ?? (object != nil) }
}
