import Base
package import Foundation

/// The bytes of an image that a note can take: of a kind that is known by its content, and not too long.
package struct ImageContent: Sendable, Equatable {
  /// The kinds, by the usual endings of their files.
  package enum Kind: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    /// As in `image/png`.
    package var mimeType: String { "image/\(rawValue)" }
  }

  /// The reason why bytes are no image that a note can take; its description is a sentence for the
  /// user.
  package enum Refusal: Error, Equatable {
    case isEmpty, isTooLong, hasUnknownKind, hasTooManyPixels
  }

  /// The most bytes of an image: photographs have at most some 20 MB.
  package static let mostBytes = 32 << 20
  /// The most pixels of a side, and of all: a header costs nothing, and who shows the image makes room for
  /// what it claims.
  package static let mostPixels = (side: 1 << 16, all: 1 << 28)

  /// All bytes.
  package let data: Data
  /// Their kind.
  package let kind: Kind
  /// The size from the header.
  package let pixelSize: PixelSize

  /// Recognizes `data` by its header; what follows the header is not looked at. Throws `Refusal`.
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

  /// The key under which the app stores such an image: `assets/`, the SHA-1 of the bytes, and the ending
  /// of the kind. Cost: linear.
  package var key: String { "assets/\(digest).\(kind.rawValue)" }

  /// The SHA-1 of the bytes in hexadecimal digits.
  package var digest: String { SHA1.digest(Array(data)).hexadecimal }
}

extension ImageContent.Kind {
  /// The kind whose signature `data` begins with. Returns nil if there is none.
  fileprivate init?(beginningOf data: Data) {
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
  /// The `count` bytes from `offset` on; nil if they are not all there.
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
      "The image has more than \(ImageContent.mostPixels.all >> 20) million pixels: use a smaller one."
    }
  }
}
