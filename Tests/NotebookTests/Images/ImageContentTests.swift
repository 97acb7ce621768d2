import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// Images that notes take, and that they are stored as the app stores them.
@Suite struct ImageContentTests {
  @Test(arguments: [
    (TestImages.png(), "png 640x480"), (TestImages.gif, "gif 1x1"),
    (Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 2, 0, 3, 3]), "jpeg 3x2"),
    (Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "hasUnknownKind"),
    (Data("#!/bin/sh\n".utf8), "hasUnknownKind"), (TestImages.png().prefix(20), "hasUnknownKind"),
    (TestImages.png(0, 0), "hasUnknownKind"), (Data(), "isEmpty"),
    (TestImages.png() + Data(count: ImageContent.mostBytes), "isTooLong"),
    // Headers that claim more than any picture has.
    (TestImages.png(Int(Int32.max), 1), "hasTooManyPixels"),
    (TestImages.png(Int(Int32.max), Int(Int32.max)), "hasTooManyPixels"),
    (TestImages.png(1 << 31, 1), "hasUnknownKind"),
    (TestImages.png(1 << 16, 1 << 13), "hasTooManyPixels"),
    (TestImages.png(1 << 14, 1 << 14), "png 16384x16384"),
  ])
  func theContentDecides(_ data: Data, _ expected: String) {
    var said = ""
    do throws(ImageContent.Refusal) {
      let image = try ImageContent(data)
      said = "\(image.kind) \(image.pixelSize.width)x\(image.pixelSize.height)"
    } catch {
      said =
        switch error {
        case .isEmpty: "isEmpty"
        case .isTooLong: "isTooLong"
        case .hasUnknownKind: "hasUnknownKind"
        case .hasTooManyPixels: "hasTooManyPixels"
        }
    }
    #expect(said == expected)
  }

  /// As in the format: `assets/`, the SHA-1 of the bytes, the preferred ending.
  @Test func theKeyIsTheApps() throws {
    #expect(
      try ImageContent(TestImages.gif).key == "assets/921a6c9f7ab2d9bd7e54982a8af85bd66893fa8f.gif")
  }

  @Test func isStoredOnce() throws {
    let fixture = try NotebookFixture(notes: ["# Walden\n"])
    let notebook = try fixture.open()
    let id = try #require(try notebook.notes.all().first?.id)
    let before = try notebook.note(id: id)
    let image = try ImageContent(TestImages.png())
    let asset = try notebook.images.add(image, to: id)
    #expect(asset.key == image.key && asset.mimeType == "image/png")
    let other = try notebook.images.add(image, to: id)
    #expect(other == asset)
    #expect(try notebook.images.assets(of: id) == [asset])
    #expect(try notebook.images.data(asset.key, of: id) == image.data)
    let rows = try notebook.read { db in
      try StoredVersion.fetch(db, EntryKey(scope: id, key: asset.key)).count
    }
    #expect(rows == 1)
    // The note is as it was.
    #expect(try notebook.note(id: id) == before)
    for key in [".noteText", ".coverImage", "prompt=quote;count=1;id=a", "assets/gone.png", ""] {
      #expect(try notebook.images.data(key, of: id) == nil, "\(key)")
    }
    for id in ["nobody", "", ".commonplace"] {
      #expect(throws: NotebookError.self) { try notebook.images.add(image, to: id) }
      #expect(try notebook.images.data(asset.key, of: id) == nil)
    }
  }
}
