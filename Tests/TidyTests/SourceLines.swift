import Foundation
import TestSupport

/// A line of the program's own code, as the rules of tidiness see it.
struct SourceLine: Sendable, CustomStringConvertible {
  /// The file, from the checkout's root.
  let path: String
  /// From 1.
  let number: Int
  /// The line as written, without the spaces around it.
  let text: String
  /// The same without comments and texts in quotation marks. Code that a string interpolates stays.
  let code: String

  var description: String { "\(path):\(number): \(text)" }

  init(path: String, number: Int, line: Substring) {
    self.path = path
    self.number = number
    text = line.trimmingCharacters(in: .whitespaces)
    code = Self.code(of: text)
  }

  /// `line` without what stands in quotation marks and without comments. A string with an interpolation
  /// stays whole.
  private static func code(of line: String) -> String {
    var code: [UInt8] = []
    var rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "/"), rest.first == byte { break }
      code.append(byte)
      guard byte == UInt8(ascii: "\"") else { continue }
      var string: [UInt8] = []
      var isPlain = true
      while let next = rest.popFirst(), next != byte {
        string.append(next)
        guard next == UInt8(ascii: "\\"), let escaped = rest.popFirst() else { continue }
        isPlain = isPlain && escaped != UInt8(ascii: "(")
        string.append(escaped)
      }
      if !isPlain { code += string }
      code.append(byte)
    }
    return String(decoding: code, as: UTF8.self)
  }

  /// Every line of the modules that the shipped program is made of.
  static func all() throws -> [SourceLine] {
    let sources = Repository.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var lines: [SourceLine] = []
    while let file = files?.nextObject() as? URL {
      let parts = file.pathComponents.dropFirst(sources.pathComponents.count)
      guard file.pathExtension == "swift", let module = parts.first, !tools.contains(module) else {
        continue
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      let path = "Sources/" + parts.joined(separator: "/")
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        lines.append(SourceLine(path: path, number: index + 1, line: line))
      }
    }
    return lines
  }

  /// The targets that make the parser in the build.
  private static let tools: Set = ["GrammarCompiler"]
}
