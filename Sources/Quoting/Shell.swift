/// The shells that ask us for completions.
package enum Shell: Sendable { case bash, zsh, fish }

extension StringProtocol {
  /// The text as one word for sh, bash, zsh and fish. Letters and digits of any script need no quotation
  /// marks. A backslash is never within them: fish reads it there, the others do not.
  package var shellQuoted: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    if isPlain, !isEmpty { return String(self) }
    let inner = replacingScalars { "'\\".unicodeScalars.contains($0) ? "'\\\($0)'" : nil }
    return "'" + inner + "'"
  }

  /// The text as a line that the completion script of a shell reads as one candidate, with what it is
  /// `about`. Neither may have control characters.
  package func completionLine(for shell: Shell?, about: String = "") -> String {
    switch shell {
    // The script has bash expand it, commands in it included. It shows no explanation.
    case .bash: return shellQuoted
    case .zsh:
      let value = replacingScalars { "\\:".unicodeScalars.contains($0) ? "\\\($0)" : nil }
      return about.isEmpty ? value : "\(value):\(about)"
    case .fish, nil: return about.isEmpty ? String(self) : "\(self)\t\(about)"
    }
  }

  /// The meaning of a word as it is typed in a shell: without quotation marks and backslashes. The last
  /// quotation mark may be missing.
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
