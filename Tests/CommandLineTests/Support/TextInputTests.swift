import Foundation
import TestSupport
import Testing

@testable import commonplace

/// Texts that a user gives a command.
@Suite struct TextInputTests {
  private func file(_ bytes: some Sequence<UInt8>, in folder: TemporaryFolder) throws -> String {
    let path = folder.path("text.md")
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  @Test(arguments: [
    ("\u{FEFF}# A\n", "# A\n"), ("# A\n", "# A\n"), ("", ""), ("\u{FEFF}", ""),
    ("a\u{FEFF}b", "a\u{FEFF}b"), ("\u{FEFF}\u{FEFF}a", "\u{FEFF}a"),
  ])
  func aByteOrderMarkIsNoText(stored: String, text: String) throws {
    let folder = try TemporaryFolder()
    let path = try file(stored.utf8, in: folder)
    #expect(try TextInput.text(at: path).utf8.elementsEqual(text.utf8))
    #expect(try TextInput.bytes(at: path).elementsEqual(text.utf8))
  }

  @Test func onlyATextMustBeUTF8() throws {
    let folder = try TemporaryFolder()
    let path = try file([0x61, 0xFF], in: folder)
    #expect(try TextInput.bytes(at: path).elementsEqual([0x61, 0xFF]))
    #expect(throws: CommandFailure.self) { try TextInput.text(at: path) }
  }

  @Test func aTextHasALimit() throws {
    let folder = try TemporaryFolder()
    let path = try file(repeatElement(0x61, count: TextInput.limit + 1), in: folder)
    #expect(throws: CommandFailure.self) { try TextInput.bytes(at: path) }
    #expect(throws: CommandFailure.self) { try TextInput.text(at: folder.path("none")) }
  }
}
