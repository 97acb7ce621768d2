import Base
import Foundation
import GRDB
import NotebookTestSupport
import Testing

@testable import Notebook

@Suite struct NoteAssetTests {
  private static let png = "89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 0806000000"
  private static let jpeg =
    "ffd8 ffe0 0010 4a46494600010100000100010000 ffff c2 0011 08 01e0 0280 03"

  /// Headers in hexadecimal digits, and the sizes in them.
  @Test(arguments: [
    (png, "640x480"),
    ("89504e470d0a1a0a 0000000d 49484452 7fffffff 7fffffff", "2147483647x2147483647"),
    ("89504e470d0a1a0a 0000000d 49484452 80000000 00000001", "-"),
    ("89504e470d0a1a0a 0000000d 49484452 00000000 000001e0", "-"),
    ("89504e470d0a1a0a 0000000c 49484452 00000280 000001e0", "-"),
    ("89504e470d0a1a0a 0000000d 49444154 00000280 000001e0", "-"),
    ("474946383961 8002 e001 00", "640x480"), ("474946383761 0100 0100", "1x1"),
    ("474946383861 8002 e001", "-"), ("474946383961 0000 e001", "-"),
    (jpeg, "640x480"),
    ("ffd8 ffc0 0011 08 0001 0001 03", "1x1"),
    // A table named like a frame, and what has no segment.
    ("ffd8 ffc4 0003 00 ff01 ffd0 ffcf 0011 08 0002 0003 03", "3x2"),
    // The height comes after the picture; a picture without a frame; a length too short.
    ("ffd8 ffc0 0011 08 0000 0280 03", "-"), ("ffd8 ffda 0008 0000", "-"),
    ("ffd8 ffe0 0001 00", "-"),
    ("ffd8 ffe0 ffff 00", "-"), ("ffd8 00c0 0011 08 0001 0001 03", "-"),
    ("52494646 00000000 57454250 56503820 00000000 300100 9d012a 8002 e0c1", "640x480"),
    ("52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 00000000000000", "640x480"),
    ("52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100", "640x480"),
    ("52494646 00000000 57454250 56503820 00000000 300100 9d012b 8002 e001", "-"),
    ("52494646 00000000 41564920 56503858 0a000000 00000000 7f0200 df0100", "-"),
    ("3c737667 20786d6c 6e733d22", "-"), ("", "-"),
  ])
  func headerTells(_ digits: String, _ expected: String) throws {
    let bytes = try #require(Data(hexadecimal: digits.filter { $0 != " " }))
    func size(_ bytes: [UInt8]) -> String {
      let size = PixelSize { offset, count in
        offset >= 0 && offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
      }
      return size.map { "\($0.width)x\($0.height)" } ?? "-"
    }
    #expect(size(Array(bytes)) == expected)
    // Cut anywhere it says the same or nothing.
    for length in 0..<bytes.count {
      #expect(["-", expected].contains(size(Array(bytes.prefix(length)))), "\(length)")
    }
  }

  /// However long the way to the frame would be, not many bytes are read.
  @Test(arguments: [[0xFF], [0xFF, 0xE0, 0x00, 0x02], [0xFF, 0x01]] as [[UInt8]])
  func readsAreBounded(_ piece: [UInt8]) {
    var bytesRead = 0
    let size = PixelSize { offset, count in
      bytesRead += count
      return (offset..<offset + count).map {
        $0 < 2 ? [0xFF, 0xD8][$0] : piece[($0 - 2) % piece.count]
      }
    }
    #expect(size == nil && bytesRead < 10_000)
  }

  @Test func areANotesBlobs() throws {
    let notebook = try NotebookFixture()
    try notebook.putNote("N", text: "")
    try notebook.putNote("M", text: "")
    func put(_ note: String, _ key: String, _ type: String?, _ digits: String) throws {
      try notebook.execute(
        "INSERT INTO entry VALUES (?, ?, ?, 9, '2024-01-01 00:00:00.000', 3, NULL, NULL, ?, ?)",
        [
          note, key, Data(repeating: 1, count: 16), type,
          Data(hexadecimal: digits.filter { $0 != " " }),
        ])
    }
    try put("N", "assets/b.png", "image/png", Self.png)
    try put("N", "assets/a.jpeg", "image/jpeg", Self.jpeg + String(repeating: "00", count: 20_000))
    try put("N", "other", nil, "00")
    try put("N", ".coverImage", "image/png", Self.png)
    try put("M", "assets/c.png", "image/png", Self.png)
    // A text under an image's name, and an image that was deleted.
    try notebook.put("N", "assets/text", text: "GIF89a")
    try put("N", "assets/gone", "image/png", Self.png)
    try notebook.put("N", "assets/gone", author: 2, at: "2025-01-01 00:00:00.000")
    let assets = try notebook.open().images.assets(of: "N")
    #expect(
      assets.map {
        "\($0.key) \($0.mimeType) \($0.byteCount) \($0.pixelSize.map { "\($0.width)x\($0.height)" } ?? "-")"
      } == [
        "assets/a.jpeg image/jpeg 20031 640x480", "assets/b.png image/png 29 640x480",
        "other application/octet-stream 1 -",
      ])
    for id in ["", ".commonplace", "nobody"] {
      #expect(try notebook.open().images.assets(of: id) == [], "\(id)")
    }
  }
}
