import Foundation
import TestSupport
import Testing

@testable import commonplace

@Suite struct DescriptorTests {
  /// Texts of any length arrive as they are, and no more than a part of them is made before it is written.
  @Test func writesTextsPartByPart() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let texts = [
      [], [""], ["a"], ["日本語", "", "b\n"], (0..<30_000).map { "line \($0)\n" },
      [String(repeating: "long ", count: 50_000), "short"],
    ]
    for texts in texts {
      var (made, most) = (0, 0)
      let start = lseek(file, 0, SEEK_CUR)
      try Descriptor(number: file).write(
        texts.lazy.map { text in
          let written = Int(lseek(file, 0, SEEK_CUR) - start)
          most = max(most, made - written)
          made += text.utf8.count
          return text
        })
      let content = try Data(contentsOf: URL(filePath: path)).dropFirst(Int(start))
      #expect(String(decoding: content, as: UTF8.self) == texts.joined())
      #expect(most < 1 << 17)
    }
  }
}
