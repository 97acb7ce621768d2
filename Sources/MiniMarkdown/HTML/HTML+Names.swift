extension HTML {
  package enum Element: String, Sendable {
    case html, head, title, meta, link, script, body
    case header, nav, main, footer, section, article, aside, search
    case h1, h2, h3, h4, h5, h6, p, div, span, blockquote, ul, ol, li, dl, dt, dd, figure,
      figcaption
    case em, strong, b, code, pre, mark, small, cite, time, bdi, br, hr, a, img, details, summary,
      ins, del
    case form, fieldset, legend, label, input, button, select, option, textarea, datalist, meter,
      progress
    case table, caption, thead, tbody, tr, th, td
    case svg, g, rect, path, text, tspan, circle, line

    var isVoid: Bool {
      switch self {
      case .meta, .link, .input, .br, .hr, .img: true
      default: false
      }
    }
  }

  package struct Attribute: Sendable, Equatable {
    let name: String
    let value: String?
    /// Whether the value is a path on this site, to be prefixed with its root.
    var isPath = false
  }

  /// The attributes whose value can be any text, because it is never run or loaded.
  package enum AttributeName: String, Sendable {
    case `class`, id, lang, dir, title, alt, name, value, type, rel, role, `for`, content, charset
    case placeholder, autocomplete, maxlength, min, max, step, low, high, optimum, inputmode,
      enterkeyhint
    case loading, decoding, width, height, datetime, scope, colspan, tabindex, start, method, list,
      media
    case ariaLabel = "aria-label"
    case ariaCurrent = "aria-current"
    case ariaHidden = "aria-hidden"
    case ariaLive = "aria-live"
    case ariaLabelledby = "aria-labelledby"
    case ariaDescribedby = "aria-describedby"
    case accesskey
    case key = "data-key"
    case part = "data-part"
    case viewBox, preserveAspectRatio, x, y, rx, cx, cy, r, d, fill, xmlns, x1, x2, y1, y2, stroke
    case strokeWidth = "stroke-width"
    case fontSize = "font-size"
    case fontFamily = "font-family"
    case fontStyle = "font-style"
    case textAnchor = "text-anchor"
    case direction
  }

  package enum Flag: String, Sendable {
    case required, checked, selected, open, disabled, hidden, autofocus, `defer`, download
  }
}

extension HTML.Attribute {
  package static func set(_ name: HTML.AttributeName, _ value: String) -> Self {
    Self(name: name.rawValue, value: value)
  }

  package static func set(_ name: HTML.AttributeName, _ value: Int) -> Self {
    Self(name: name.rawValue, value: "\(value)")
  }

  package static func flag(_ flag: HTML.Flag) -> Self { Self(name: flag.rawValue, value: nil) }

  /// Sets one or more class names, separated by spaces.
  package static func `class`(_ names: String) -> Self { .set(.class, names) }

  package static func href(_ address: HTML.Address) -> Self {
    Self(name: "href", value: address.text, isPath: address.isPath)
  }

  /// Sets the source, a picture or script of this site.
  package static func src(_ path: HTML.Path) -> Self {
    Self(name: "src", value: path.text, isPath: true)
  }

  /// Sets the path on this site to which a form is sent.
  package static func action(_ path: HTML.Path) -> Self {
    Self(name: "action", value: path.text, isPath: true)
  }
}

extension [HTML.Attribute] {
  /// Returns the attributes of a link to another site: no referrer, no opener.
  package static func away(_ address: HTML.Address) -> Self {
    [.href(address), .set(.rel, "noreferrer noopener")]
  }
}
