import Base
package import Foundation

/// The bytes of an image that may be added to a note. Its header shows a supported kind, and it is
/// not too large.
package struct ImageContent: Sendable, Equatable {
  /// The raw values are the file extensions in keys.
  package enum Kind: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    package var mimeType: String { "image/\(rawValue)" }
  }

  /// The reason why bytes are not accepted as an image; its description is a sentence for the user.
  package enum Refusal: Error, Equatable {
    case isEmpty, isTooLong, hasUnknownKind, hasTooManyPixels
  }

  /// Maximum size of an image, in bytes.
  package static let mostBytes = 32 << 20
  /// Maximum number of pixels of a side, and of the whole image: viewers allocate memory for the
  /// size that a header states.
  package static let mostPixels = (side: 1 << 16, all: 1 << 28)

  package let data: Data
  package let kind: Kind
  /// The size as stated in the header.
  package let pixelSize: PixelSize

  /// Recognizes an image by its header. Does not check the other content. Throws `Refusal`.
  package init(_ data: Data) throws(Refusal) {
    if data.isEmpty { throw .isEmpty }
    guard data.count <= Self.mostBytes else { throw .isTooLong }
    guard let kind = Kind(beginningOf: data), let size = PixelSize(header: data.bytes(from:count:))
    else {
      throw .hasUnknownKind
    }
    guard max(size.width, size.height) <= Self.mostPixels.side,
      size.width * size.height <= Self.mostPixels.all
    else { throw .hasTooManyPixels }
    (self.data, self.kind, pixelSize) = (data, kind, size)
  }

  /// The key under which the app stores the image: `assets/`, the SHA-1 of the bytes, and the kind
  /// as the file extension.
  package var key: String { "assets/\(digest).\(kind.rawValue)" }

  package var digest: String { SHA1.digest(Array(data)).hexadecimal }
}

extension ImageContent.Kind {
  package init?(beginningOf data: Data) {
    let start = Array(data.prefix(12))
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: bytes)
    }
    if has([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has(Array("GIF8".utf8)) {
      self = .gif
    } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else {
      return nil
    }
  }
}

extension Data {
  fileprivate func bytes(from offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, self.count - count >= offset else { return nil }
    return Array(dropFirst(offset).prefix(count))
  }
}

extension ImageContent.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isEmpty: "The image is empty."
    case .isTooLong:
      "The image is larger than \(ImageContent.mostBytes >> 20) MB: use a smaller one."
    case .hasUnknownKind:
      "Not a PNG, JPEG, GIF or WebP image: convert it to one of these."
    case .hasTooManyPixels:
      "The image has more than \(ImageContent.mostPixels.all / 1_000_000) million pixels, or a "
        + "side of more than \(ImageContent.mostPixels.side) pixels: use a smaller one."
    }
  }
}
