package import Foundation

/// Images with nothing but a header.
package enum TestImages {
  /// A PNG of this size; `mark` makes it another one.
  package static func png(_ width: Int = 640, _ height: Int = 480, mark: String = "") -> Data {
    var data = Data([0x89]) + Data("PNG\r\n".utf8) + Data([0x1A, 0x0A])
    data += Data([0, 0, 0, 13]) + Data("IHDR".utf8) + big(width) + big(height)
    return data + Data([8, 6, 0, 0, 0]) + Data(mark.utf8)
  }

  /// A GIF of one pixel.
  package static let gif = Data("GIF89a".utf8) + Data([1, 0, 1, 0])

  private static func big(_ number: Int) -> Data {
    Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}
