import Foundation
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The examples of `docs/diagnostics.md`, with their words in other scripts, have the same
/// diagnostics and as many fixes.
@Suite struct OtherScriptsTests {
  /// What is written for each letter from `a` to `z`.
  enum Script: String, CaseIterable {
    case cyrillic = "а б ц д е ф г х и й к л м н о п я р с т у в ш щ ы з"
    case greek = "α β ψ δ ε φ γ η ι ξ κ λ μ ν ο π θ ρ σ τ υ ω ς χ ύ ζ"
    case han = "安 本 成 大 恩 夫 高 海 一 家 看 来 门 你 欧 平 七 人 山 天 五 为 小 先 有 中"
    case arabic = "ا ب ج د ه و ز ح ط ي ك ل م ن س ع ف ص ق ر ش ت ث خ ذ ض"
    case hindi = "आ बि चौ द ए फ ग हि इ ज की ल म ने ओ पु क़ र सि ता उ वी श ख य झ"
    case accented = "à ḃ ć ď é ḟ ģ ħ í ĵ ķ ĺ ḿ ń ó ṕ ʠ ŕ ś ť ú ṿ ŵ ẋ ý ź"

    var hasCase: Bool { ![.han, .arabic, .hindi].contains(self) }

    /// Syntax that has letters, which remain.
    private static var syntax: Regex<Substring> {
      /(?im)tl;dr: |^tags:|assets\/|\{\{c1::|^[ >*\-]*[qa](?=[:：])/
    }

    /// Returns `text` with its words in this script.
    func write(_ text: String) -> String {
      var written = ""
      var end = text.startIndex
      for kept in text.ranges(of: Self.syntax) {
        written += writeLetters(text[end..<kept.lowerBound]) + text[kept]
        end = kept.upperBound
      }
      return written + writeLetters(text[end...])
    }

    private func writeLetters(_ text: Substring) -> String {
      let letters = rawValue.split(separator: " ")
      return text.reduce(into: "") { written, character in
        let number = character.lowercased().utf8.first.map { Int($0) - 97 } ?? -1
        guard character.isASCII, letters.indices.contains(number) else {
          return written.append(character)
        }
        written += character.isUppercase ? letters[number].uppercased() : String(letters[number])
      }
    }
  }

  /// A short quote that goes on is recognized by the small letter of its next line.
  private static let needsCase = ["> many words,\n> and more"]

  private func meaning(of text: String) -> [String] {
    let snapshot = MiniMarkdownDocument(text).snapshot
    return snapshot.diagnostics().map { "\($0.code) \(snapshot.fixes(for: $0).count)" }
  }

  @Test(arguments: Script.allCases)
  func sameDiagnosticsAndFixes(script: Script) {
    let examples = DiagnosticPage.sections.map(\.example) + DiagnosticPageTests.rows.map(\.text)
    #expect(examples.count > 80)
    for example in examples where script.hasCase || !Self.needsCase.contains(example) {
      let written = script.write(example)
      #expect(meaning(of: written) == meaning(of: example), "\(written.debugDescription)")
    }
  }
}
