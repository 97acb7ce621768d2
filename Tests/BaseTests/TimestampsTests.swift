import Base
import Foundation
import Testing

@Suite struct TimestampsTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2021-09-21T04:58:51Z", 1_632_200_331),
      ("2000-02-29T23:59:59Z", 951_868_799), ("1900-03-01T00:00:00Z", -2_203_891_200),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("2021-09-21T06:58:51+02:00", 1_632_200_331),
      ("2021-09-20T23:28:51-0530", 1_632_200_331),
    ] as [(String, Double)])
  func reads(text: String, seconds: Double) {
    #expect(Timestamps.date(json: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "2021-09-21", "2021-09-21T04:58:51", "2021-09-21T04:58:51.5Z", "2021-09-21 04:58:51Z",
    "2021-13-21T04:58:51Z", "2021-09-00T04:58:51Z", "2021-09-21T24:58:51Z", "2021-09-21T04:58:5aZ",
    "2021-09-21T04:58:51+2", "２０２１-09-21T04:58:51Z", "2021-09-21T04:58:51ZZ",
  ])
  func refuses(text: String) { #expect(Timestamps.date(json: text) == nil) }

  @Test func writesBothSpellings() {
    let date = Date(timeIntervalSince1970: 1_632_200_331.347)
    #expect(Timestamps.json(date) == "2021-09-21T04:58:51Z")
    #expect(Timestamps.row(date) == "2021-09-21 04:58:51.347")
    for millisecond in 0..<1000 {
      let date = Date(timeIntervalSince1970: 1_632_200_331 + Double(millisecond) / 1000)
      let digits = String(String(1000 + millisecond).dropFirst())
      let row = Timestamps.row(date.addingTimeInterval(0.0001))
      #expect(row == "2021-09-21 04:58:51." + digits)
    }
  }
}
