import Base
import Testing

@Suite struct HexadecimalTests {
  @Test func readsAUUIDAsItIsWritten() {
    for _ in 0..<1000 {
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
      #expect([UInt8](uuidText: bytes[...].uuidText) == bytes)
    }
    let zero = [UInt8](uuidText: "00000000-0000-0000-0000-000000000000")
    #expect(zero == Array(repeating: 0, count: 16))
  }

  @Test(arguments: [
    "", "71C2C2B5", "71c2c2b5-64e0-4ba4-9a2b-6c1a2b0d7f11", "71C2C2B564E04BA49A2B6C1A2B0D7F11----",
    "71C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7F1", "71C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7F111",
    "71C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7F1G", "71C2C2B-564E0-4BA4-9A2B-6C1A2B0D7F11",
    "{1C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7F1}", "71C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7Fé",
  ])
  func refusesOtherTexts(text: String) { #expect([UInt8](uuidText: text) == nil) }
}
