import Testing

@testable import Notebook

/// The keys of prompts, as the app stores them. Other keys must stay as they are.
@Suite struct PromptKeyTests {
  @Test(arguments: [
    "prompt=quote;count=1;id=abc", "prompt=qanda;count=0;id=", "prompt=cloze;count=12;id=a;b=c",
    "prompt=quote;count=1;id=é",
  ])
  func keysAreReadAndWrittenAlike(_ text: String) {
    #expect(PromptKey(text)?.text == text)
  }

  @Test(arguments: [
    "", "prompt=", "prompt=quote", "prompt=quote;count=1", "prompt=other;count=1;id=a",
    "prompt=quote;count=01;id=a", "prompt=quote;count=+1;id=a", "prompt=quote;count=-1;id=a",
    "prompt=quote;count=;id=a", "prompt=quote;count=99999999999999999999;id=a",
    "prompt=quote;id=a;count=1", "Prompt=quote;count=1;id=a", "prompt=quote\u{301};count=1;id=a",
  ])
  func otherTextsAreNoKeys(_ text: String) {
    #expect(PromptKey(text) == nil)
  }
}
