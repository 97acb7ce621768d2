import Testing

@testable import MiniMarkdown

/// A link in a note never leads to this machine, however it is spelled: a browser would send it the cookies of
/// the site that shows the note.
@Suite struct WebHostTests {
  /// Each is 127.0.0.1, ::1 or `localhost` in Chromium, or none that it opens.
  @Test(arguments: [
    "http://127.0.0.1", "https://127.0.0.1/", "HTTP://127.0.0.1:9999/x", "http://127.0.0.1?x",
    "http://127.0.0.1#x", "http://127.0.0.1.", "http://127.0.0.1\\x", "http://\\127.0.0.1",
    "http:///127.0.0.1/", "http:////127.0.0.1", "http://127.1", "http://127.0.1",
    "http://2130706433", "http://0x7f000001", "http://0x7F.1", "http://0177.0.0.1",
    "http://0177.0x0.0.01", "http://017700000001", "http://127.8.9.10", "http://0",
    "http://0.0.0.0",
    "http://0x", "http://user@127.0.0.1", "http://example.org@127.0.0.1",
    "http://example.org:80@127.0.0.1:9", "http://a@b@localhost", "http://%3127.0.0.1",
    "http://%6c%6Fcalhost", "http://\u{FF11}\u{FF12}\u{FF17}.0.0.1",
    "http://127\u{3002}0\u{FF61}0.1",
    "http://127\u{FF0E}0\u{2024}0.1", "http://local\u{AD}host", "http://local\u{200B}host",
    "http://\u{24DB}ocalhost", "http://local\u{FE0F}hos\u{1D42D}", "http://localho\u{17F}t",
    "http://localhost", "http://LOCALHOST:80", "http://localhost.", "http://a.localhost/",
    "http://[::1]", "http://[::1]:9999/x", "http://[0:0:0:0:0:0:0:1]", "http://[0000::0001]",
    "http://[::]", "http://[::ffff:127.0.0.1]", "http://[::FFFF:7f00:1]", "http://[::127.0.0.1]",
    "http://[::1", "http://[fe80::1%25lo]", "http://x@[::1]", "http://999.1", "http://1.2.3.4.5",
    "http://127.0.0.09",
  ]) func thisMachineIsNoLink(address: String) {
    #expect(WebHost.isLoopback(inAddress: address))
    #expect(HTML.Address(web: address) == nil)
  }

  @Test(arguments: [
    "http://example.org", "https://example.org/127.0.0.1", "http://127.0.0.1.example.org",
    "http://localhost.example.org/", "http://localhosts", "http://mylocalhost", "http://128.0.0.1",
    "http://1.1.1.1/", "http://192.168.0.1", "http://3232235521", "http://example.org/@127.0.0.1",
    "http://example.org?@127.0.0.1", "http://example.org#@localhost",
    "http://127.0.0.1@example.org/",
    "http://[2001:db8::1]/", "http://[fe80::1]", "http://[::1:0:1]", "http://[::ffff:10.0.0.1]",
    "https://b\u{FC}cher.example/", "http://\u{65E5}\u{672C}.example", "http://a.0x7g",
    "http://local\u{E9}host", "mailto:a@localhost", "mailto:a@127.0.0.1",
  ]) func othersAre(address: String) {
    #expect(!WebHost.isLoopback(inAddress: address))
    #expect(HTML.Address(web: address)?.text == address)
  }
}
