/// The shells for which there are completion scripts.
package enum Shell: Sendable { case bash, zsh, fish }

extension StringProtocol {
  /// The text as one word for sh, bash, zsh and fish. Words of letters and digits of any script and
  /// `/._-+,:@%` are not quoted. Backslashes stay outside the quotation marks: only fish interprets
  /// them inside.
  package var shellQuoted: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    if isPlain, !isEmpty { return String(self) }
    let inner = replacingScalars { "'\\".unicodeScalars.contains($0) ? "'\\\($0)'" : nil }
    return "'" + inner + "'"
  }

  /// Returns the line that a shell's completion script reads as one candidate, with its explanation
  /// `about`. Neither text may contain control characters.
  package func completionLine(for shell: Shell?, about: String = "") -> String {
    switch shell {
    // Bash expands the candidate, even commands in it, and does not show explanations.
    case .bash: return shellQuoted
    case .zsh:
      let value = replacingScalars { "\\:".unicodeScalars.contains($0) ? "\\\($0)" : nil }
      return about.isEmpty ? value : "\(value):\(about)"
    case .fish, nil: return about.isEmpty ? String(self) : "\(self)\t\(about)"
    }
  }

  /// A word typed in a shell, without its quotation marks and backslashes. The last quotation mark
  /// may be missing.
  package var shellUnquoted: String {
    var result = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, quote) {
      case ("\\", nil), ("\\", "\""): rest.popFirst().map { result.append($0) }
      case ("'", nil), ("\"", nil): quote = scalar
      case (_, let open?) where scalar == open: quote = nil
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
