import Base
import Testing

@Suite struct FirstNonNilTests {
  @Test func eachElementIsAskedOnce() {
    var asked: [Int] = []
    let found = [1, 2, 3, 4].firstNonNil { number -> String? in
      asked.append(number)
      return number.isMultiple(of: 3) ? "\(number)" : nil
    }
    #expect(found == "3" && asked == [1, 2, 3])
  }

  /// As a server answers that has no more to say the second time.
  @Test func anAnswerThatIsGivenOnceIsReturned() {
    var answers = ["once"]
    #expect([0].firstNonNil { _ in answers.popLast() } == "once")
    #expect([0].firstNonNil { _ in answers.popLast() } == nil)
  }
}
