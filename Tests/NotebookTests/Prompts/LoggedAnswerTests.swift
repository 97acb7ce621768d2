import Foundation
import SpacedRepetition
import Testing

@testable import Notebook

/// The keys of the study log, from which most rows' prompts are read.
@Suite struct LoggedAnswerTests {
  @Test(arguments: ["prompt=quote;count=1;id=abc", "prompt=cloze;count=2;id=a;b=é", "", ";note=;"])
  func keysAreReadAndWrittenAlike(_ block: String) {
    let date = Date(timeIntervalSince1970: 1_600_000_000)
    for index in [0, 1, 12] {
      let prompt = PromptID(note: "N é", block: block, index: index)
      let key = StudyLogKey(StudyLogKey.text(prompt, at: date, author: Data(count: 16)))
      #expect(key.prompt == prompt)
      #expect(key.date == date)
    }
  }

  @Test(arguments: [
    "", ";", "2021-09-22T07:00:00Z", "2021-09-22T07:00:00Z;note=N", ";note=N;promptId=a",
    ";promptId=a;author=b", ";note=N;author=b", ";promptIndex=1;note=N;promptI",
  ])
  func otherKeysNameNoPrompt(_ text: String) {
    #expect(StudyLogKey(text).prompt == nil)
  }

  @Test func aKeyWithoutANumberIsOfTheFirstPrompt() {
    for end in ["", ";promptIndex=", ";promptIndex=x", ";promptIndex=-1"] {
      let prompt = StudyLogKey(";note=N;promptId=a;author=b" + end).prompt
      #expect(prompt == PromptID(note: "N", block: "a", index: 0))
    }
    #expect(StudyLogKey(";note=N;promptId=a;author=b").date == nil)
  }
}
