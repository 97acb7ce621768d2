import Foundation
import TestSupport
import Testing

@testable import ForeignFormats

/// The list of formats, and the documents that name them.
@Suite struct ForeignFormatTests {
  private static func document(_ name: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: "docs/\(name)"), encoding: .utf8)
  }

  /// The first column of the table below this header.
  private static func column(below header: String) throws -> [String] {
    let lines = try document("books.md").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.hasPrefix(header) }.dropFirst(2).prefix { $0.hasPrefix("|") }.map {
      $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) ?? ""
    }
  }

  @Test func areInTheDocuments() throws {
    #expect(
      try Self.column(below: "| program | the file |") == ForeignFormat.all(.books).map(\.name))
    #expect(
      try Self.column(below: "| source | file |") == ForeignFormat.all(.highlights).map(\.name))
    let page = try Self.document("coming-from.md")
    for format in ForeignFormat.all(.folders) where format != .folder {
      #expect(page.lowercased().contains("\n## \(format.id)\n"))
    }
  }

  /// A file that no format knows is nothing.
  @Test func knowNoOtherFile() {
    for format in ForeignFormat.all where format.kind != .notes {
      for ending in format.endings where !ImportedFile.databases.contains(ending) {
        let file = ImportedFile(Array("# A note\n\nSome text.\n".utf8), ending: ending)
        let (found, refusal) = ForeignFormat.read(file, as: [format])
        #expect(found.isEmpty && refusal == nil, "\(format.name), \(ending)")
      }
    }
  }
}
