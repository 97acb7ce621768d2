import Testing

@testable import commonplace

@Suite struct BrowserTests {
  @Test(
    arguments: [
      ([:], []), (["BROWSER": ""], []), (["BROWSER": "firefox"], ["firefox \"$1\""]),
      (["BROWSER": "a --new:b %s -x"], ["a --new \"$1\"", "b \"$1\" -x"]),
    ] as [([String: String], [String])])
  func theUsersBrowserIsFirst(environment: [String: String], commands: [String]) {
    let all = Browser.commands(environment)
    #expect(Array(all.dropLast()) == commands)
    #expect(["xdg-open \"$1\"", "open \"$1\""].contains(all.last ?? ""))
  }
}
