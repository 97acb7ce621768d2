package import JSON

/// One JSON-RPC message.
///
/// Source: LSP 3.17, "Content Part"; JSON-RPC 2.0.
package enum Message: Sendable, Equatable {
  /// Absent and `null` parameters are both nil.
  case request(id: RequestID, method: String, params: JSONValue?)
  case notification(method: String, params: JSONValue?)
  /// `id` is nil if it is null, absent or invalid, as in the response to a request whose ID could
  /// not be read.
  case response(id: RequestID?, result: Result<JSONValue, ResponseError>)
}

/// Why a body is not a message, and the data for a response.
package struct MessageDecodingError: Error, Sendable, Equatable {
  package var error: ResponseError
  /// The message's ID, if it could be read.
  package var id: RequestID?

  package init(_ error: ResponseError, id: RequestID? = nil) {
    self.error = error
    self.id = id
  }

  package var response: Message { .response(id: id, result: .failure(error)) }
}

extension Message {
  /// The maximum number of JSON values in an untrusted message, because a value of a byte or two
  /// takes much more memory. Changes by ten thousand cursors have about 100,000.
  package static let maximumValueCount = 1 << 19

  /// Decodes a body. Throws if it is not JSON or not a message, such as a batch, which LSP does not
  /// have. Also throws for more than `maximumValueCount` values. The error has the message's ID if
  /// it could be read.
  ///
  /// Cost: linear.
  package init(
    decoding body: [UInt8], maximumValueCount: Int = .max
  ) throws(MessageDecodingError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: body, maximumCount: maximumValueCount)
    } catch {
      guard error.reason == .tooMany else {
        throw MessageDecodingError(.parseError(error.description))
      }
      throw MessageDecodingError(
        .invalidRequest("the message has more than \(maximumValueCount) JSON values"),
        id: Self.id(of: body))
    }
    guard let object = json.object else {
      throw MessageDecodingError(.invalidRequest("a message must be a JSON object"))
    }
    var (version, method, params): (JSONValue?, JSONValue?, JSONValue?)
    var (sentID, result, error): (JSONValue?, JSONValue?, JSONValue?)
    for member in object.members {
      switch member.key {
      case "jsonrpc": version = member.value
      case "id": sentID = member.value
      case "method": method = member.value
      case "params": if member.value != .null { params = member.value }
      case "result": result = member.value
      case "error": if member.value != .null { error = member.value }
      default: break
      }
    }
    let id = sentID.flatMap { try? RequestID(json: $0) }
    func invalid(_ reason: String) -> MessageDecodingError {
      MessageDecodingError(.invalidRequest(reason), id: id)
    }
    guard version?.string == "2.0" else { throw invalid("jsonrpc must be \"2.0\"") }
    if let method {
      guard let method = method.string else { throw invalid("method must be a string") }
      if let id {
        self = .request(id: id, method: method, params: params)
      } else {
        guard sentID == nil else { throw invalid("id must be an integer or a string") }
        self = .notification(method: method, params: params)
      }
    } else if let error {
      self = .response(id: id, result: .failure(ResponseError(lenient: error)))
    } else if let result {
      self = .response(id: id, result: .success(result))
    } else {
      throw invalid("a message must have method, result or error")
    }
  }

  /// Returns the ID in a body with too many values to decode; nil if it cannot be read.
  private static func id(of body: [UInt8]) -> RequestID? {
    let outline = try? JSONValue(parsing: body, maximumCount: 64, keptDepth: 1)
    return outline?["id"].flatMap { try? RequestID(json: $0) }
  }

  package func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.reserveCapacity(256)
    writer.write(verbatim: #"{"jsonrpc":"2.0""#)
    switch self {
    case .request(let id, let method, let params):
      writer.write(verbatim: #","id":"#)
      writer.write(id.json)
      writer.writeCall(method, params)
    case .notification(let method, let params):
      writer.writeCall(method, params)
    case .response(let id, let result):
      writer.write(verbatim: #","id":"#)
      writer.write(id?.json ?? .null)
      switch result {
      case .success(let value):
        writer.write(verbatim: #","result":"#)
        writer.write(value)
      case .failure(let error):
        writer.write(verbatim: #","error":"#)
        writer.write(error.json)
      }
    }
    writer.write(verbatim: "}")
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func writeCall(_ method: String, _ params: JSONValue?) {
    write(verbatim: #","method":"#)
    write(.string(method))
    guard let params else { return }
    write(verbatim: #","params":"#)
    write(params)
  }
}

extension ResponseError {
  /// Reads the error of a response. An error of a wrong shape is accepted: the server must not
  /// respond to a response.
  fileprivate init(lenient json: JSONValue) {
    self.init(
      code: json["code"]?.int ?? Code.internalError.rawValue,
      message: json["message"]?.string ?? "", data: json["data"])
  }

  fileprivate var json: JSONValue {
    ["code": .integer(Int64(code)), "message": .string(message), "data": data]
  }
}

/// The ID that a response and its request share. `1` and `"1"` are different.
///
/// Source: LSP 3.17, "RequestMessage".
package enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case string(String)
}

extension RequestID: JSONCodable {
  /// Reads an integer or a string; integral numbers such as `1.0` are integers.
  package init(json: JSONValue) throws(JSONDecodingError) {
    if let string = json.string {
      self = .string(string)
    } else if let integer = json.int {
      self = .integer(Int64(integer))
    } else {
      throw .expected("an integer or a string")
    }
  }

  package var json: JSONValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .string(let string): .string(string)
    }
  }
}
