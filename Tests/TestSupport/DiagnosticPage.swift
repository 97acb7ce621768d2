/// `docs/diagnostics.md`.
package enum DiagnosticPage {
  /// The explanation of a code.
  package struct Section {
    package var code: String
    /// The text in its fence, which gives the code.
    package var example = ""
    /// The text after its fence.
    package var text = ""
  }

  package static var text: String { Repository.text(of: "docs/diagnostics.md") }

  /// The sections, in order. Headings in their examples begin none.
  package static var sections: [Section] {
    var sections: [Section] = []
    var isInFence = false
    var isInSection = false
    var hasExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInFence.toggle()
        hasExample = hasExample || !isInFence
      } else if !isInFence, line.hasPrefix("#") {
        isInSection = line.hasPrefix("### `")
        hasExample = false
        if isInSection {
          sections.append(Section(code: line.dropFirst(5).prefix { $0 != "`" } + ""))
        }
      } else if isInSection, !sections.isEmpty {
        let last = sections.count - 1
        if isInFence { sections[last].example += line + "\n" }
        if !isInFence, hasExample { sections[last].text += line + "\n" }
      }
    }
    for index in sections.indices {
      // The line end before the fence is none of the example.
      if sections[index].example.hasSuffix("\n") { sections[index].example.removeLast() }
    }
    return sections
  }
}
