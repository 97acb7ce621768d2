import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import TestSupport
import Testing

@testable import LanguageServer

/// Hints about weak cards.
@Suite struct CardQualityTests {
  /// Hints come where they are wanted; that a quote has no source, once the note is known.
  @Test(arguments: [false, true]) func cardsThatAskBadlyAreReported(_ isWanted: Bool) throws {
    let text = "> Simplify.\n\nQ: Who is Thoreau?\nA: Thoreau\n"
    let server = try ServerFixture(
      notes: [text], options: ["diagnostics": ["cardQuality": isWanted.json]])
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
    let note = try #require(notes?.first?["uri"]?.string)
    for uri in ["file:///a.md", note] {
      server.client.open(uri, text)
      let codes: [JSONValue] =
        isWanted ? ["quote-without-source", "question-contains-answer"] : []
      _ = try server.client.notification("textDocument/publishDiagnostics") { reported in
        let rules = DiagnosticRule.all.filter(\.isAboutCardQuality)
        let ours = (reported["diagnostics"]?.array ?? []).filter {
          rules.map(\.code.json).contains($0["code"] ?? .null)
        }
        return reported["uri"] == uri.json && ours.map { $0["code"] } == codes
          && ours.allSatisfy { $0["severity"] == 4 }
      }
    }
  }
}
