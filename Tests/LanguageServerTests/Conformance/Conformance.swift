import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

// The tests in this folder are the items of a list, by their numbers: the duties of a server of the
// language server protocol, each tried on the built one. The form of each message is checked
// elsewhere, in every test (see ProtocolInspector).

/// The feature that an item needs and not every version of the server has.
enum Offered {
  /// Whether there is a feature for this request.
  static func request(_ method: String) -> Bool { Feature.byMethod[method] != nil }

  /// Whether the server's code speaks of this method at all: what it sends or takes as a notification
  /// is in no list.
  static func method(_ name: String) -> Bool {
    mentioned(in: "Sources/LanguageServer", "\"\(name)\"")
  }

  private static func mentioned(in folder: String, _ text: String) -> Bool {
    let root = Repository.root.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if let source = try? String(contentsOf: file, encoding: .utf8), source.contains(text) {
        return true
      }
    }
    return false
  }
}

extension LanguageClient {
  /// The code of the error that a request is answered with; nil if it is answered without one.
  func errorCode(_ method: String, _ params: JSONValue = .null) throws -> Int? {
    try errorCode(of: send(request: method, params))
  }

  /// The code of the error in the answer to `id`; nil if there is none.
  func errorCode(of id: RequestID?) throws -> Int? {
    do {
      _ = try response(to: id)
      return nil
    } catch let error as ResponseError {
      return error.code
    }
  }

  /// Sends a body as it is, with its header.
  func send(body: String) { send(bytes: MessageFramer.frame(Array(body.utf8))) }

  /// The first headings of a document: a way to see the text that the server holds.
  func outline(of uri: String) throws -> [String] {
    let symbols = try request(
      "textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
    return symbols.array?.compactMap { $0["name"]?.string } ?? []
  }

  /// `textDocument/didChange` with several changes.
  func change(_ uri: String, version: Int, _ changes: [JSONValue]) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": version.json],
        "contentChanges": .array(changes),
      ])
  }

  /// `textDocument/didClose`.
  func close(_ uri: String) {
    notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
  }

  /// Waits until everything sent before is handled.
  func settle() throws {
    _ = try request("textDocument/documentSymbol", ["textDocument": ["uri": "settle:///"]])
  }
}

extension JSONValue {
  /// A range of the protocol.
  static func range(_ line: Int, _ start: Int, _ endLine: Int, _ end: Int) -> JSONValue {
    [
      "start": ["line": line.json, "character": start.json],
      "end": ["line": endLine.json, "character": end.json],
    ]
  }

  /// A position of the protocol.
  static func position(_ line: Int, _ character: Int) -> JSONValue {
    ["line": line.json, "character": character.json]
  }
}
