import Base
import MiniMarkdown
import WebServer

/// The style sheet, the script and the icon. Their addresses contain a digest of their contents.
enum Asset: String, CaseIterable {
  case style = "style.css"
  case script = "room.js"
  case icon = "icon.svg"

  var bytes: [UInt8] {
    switch self {
    case .style: PackageResources.style_css
    case .script: PackageResources.room_js
    case .icon: PackageResources.icon_svg
    }
  }

  private var type: WebResponse.ContentType {
    switch self {
    case .style: .css
    case .script: .script
    case .icon: .drawing
    }
  }

  private static let digests = Dictionary(
    allCases.map { asset in
      (asset, String(TextDigest(String(decoding: asset.bytes, as: UTF8.self)).value, radix: 36))
    }, uniquingKeysWith: { first, _ in first })

  var path: HTML.Path { HTML.Path("asset", Self.digests[self] ?? "", rawValue) }

  /// Returns the asset at an address; nil for an unknown name or a different digest.
  static func find(_ digest: String, _ name: String) -> Asset? {
    Asset(rawValue: name).flatMap { digests[$0] == digest ? $0 : nil }
  }

  var response: WebResponse {
    WebResponse(contentType: type, body: bytes, isImmutable: true)
  }
}
