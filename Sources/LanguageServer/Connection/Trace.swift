import Dispatch
import LanguageServerProtocol

struct Receipt: Sendable {
  var method: String
  /// The length of the message's body in bytes.
  var size: Int
  var time = DispatchTime.now()
}

extension ClientConnection {
  /// Returns the receipt of a message; nil if the client did not request a trace. `initialize`
  /// always gets a receipt, because it may request the trace.
  func receipt(_ method: String, size: Int) -> Receipt? {
    let isTraced = traceLevel != .off || method == "initialize"
    return isTraced ? Receipt(method: method, size: size) : nil
  }

  /// Sends the time since a message arrived to a client that requested a trace, and the sizes if
  /// the trace is verbose. Never sends the content. (LSP 3.17, "LogTrace Notification".)
  func trace(_ receipt: Receipt?, id: RequestID? = nil, answer size: Int? = nil) {
    guard let receipt else { return }
    let level = traceLevel
    guard level != .off else { return }
    let nanoseconds =
      DispatchTime.now().uptimeNanoseconds &- receipt.time.uptimeNanoseconds
    let microseconds = nanoseconds / 1_000
    var message = String(receipt.method.prefix(200))
    if let id { message += " (\(id.description.prefix(200)))" }
    notify(
      "$/logTrace",
      LogTraceParams(
        message: message + ": \(microseconds) µs",
        verbose: level == .verbose
          ? "\(receipt.size) bytes received" + (size.map { ", \($0) bytes sent" } ?? "") : nil))
  }
}

extension RequestID {
  fileprivate var description: String {
    switch self {
    case .integer(let integer): "\(integer)"
    case .string(let string): "“\(string)”"
    }
  }
}
