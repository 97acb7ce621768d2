import Testing

@testable import WebServer

@Suite struct SecretTests {
  @Test func has256Bits() {
    let secrets = (0..<100).map { _ in Secret().text }
    #expect(Set(secrets).count == 100)
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for secret in secrets { #expect(secret.count == 43 && secret.allSatisfy(allowed.contains)) }
  }

  /// RFC 4648, section 10, without the signs that fill up.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("\u{7ff}\u{7ff}", "37_fvw"),
  ]) func isBase64(text: String, coded: String) {
    #expect(Secret.base64url(Array(text.utf8)) == coded)
  }

  @Test func knowsItsForm() {
    for words in 1...4 {
      let secret = Secret(words: words)
      #expect(secret.isWhole(words: words) && !secret.isWhole(words: words + 1))
      #expect(!Secret(text: secret.text + "A").isWhole(words: words))
      #expect(!Secret(text: secret.text.dropLast() + "/").isWhole(words: words))
      #expect(!Secret(text: secret.text.dropLast() + "\n").isWhole(words: words))
    }
    #expect(Secret(words: 2).text.count == 22)
  }

  @Test func matchesOnlyItself() {
    let secret = Secret()
    #expect(secret.matches(secret.text))
    #expect(!secret.matches(""))
    #expect(!secret.matches(secret.text + "A"))
    #expect(!secret.matches(String(secret.text.dropLast())))
    #expect(!secret.matches(Secret().text))
  }
}
