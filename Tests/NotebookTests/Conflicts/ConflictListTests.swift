import Foundation
import TestSupport
import Testing

@testable import Notebook

/// The list of a note's texts, and the words that choose among them.
@Suite struct ConflictListTests {
  /// A list of texts by these authors; `*` is this machine. Their versions are `a:1`, `b:1` and so on.
  private func list(_ authors: String...) -> ConflictList {
    let names = ["aaaaaaaaa:1", "bbbbbbbbb:1", "ccccccccc:1"]
    let sides = zip(authors, names).map { author, version in
      NoteConflict.Side(
        version: version, author: author, written: Date(timeIntervalSince1970: 0), text: author)
    }
    return ConflictList(NoteConflict(note: "N", sides: sides)) { $0.author == "*" }
  }

  /// The number of the text that a word chooses, 0 for both; nil if it chooses none.
  private func chosen(_ word: String, in list: ConflictList, shown: [String]? = nil) -> Int? {
    switch try? list.choice(word, shown: shown) {
    case .both: 0
    case .side(let version): list.versions.firstIndex(of: version).map { $0 + 1 }
    default: nil
    }
  }

  @Test func linesHaveNumbersNamesAndWords() {
    let time = Date(timeIntervalSince1970: 0).localTime()
    let two = list("phone", "*")
    #expect(
      two.entries.map(\.line) == ["1. phone, \(time) (shown)", "2. this machine, \(time) (other)"])
    #expect(
      two.entries.map(\.words) == [["shown", "1", "phone"], ["other", "2", "this machine"]])
    let three = list("phone", "*", "")
    #expect(three.entries.map(\.name) == ["phone", "this machine", "another device"])
    #expect(three.entries.map(\.words.first) == ["shown", "2", "3"])
  }

  @Test(
    arguments: [
      ("shown", 1), ("other", 2), ("both", 0), ("1", 1), ("2", 2), ("phone", 1),
      ("this machine", 2),
      ("mine", nil), ("theirs", nil), ("0", nil), ("3", nil), ("", nil), ("Phone", nil),
      ("99999999999999999999", nil), ("٢", nil), ("-1", nil),
    ] as [(String, Int?)])
  func wordsChoose(word: String, number: Int?) {
    #expect(chosen(word, in: list("phone", "*")) == number)
  }

  /// Of several others, none is the other one.
  @Test func otherIsOneOfTwo() {
    #expect(chosen("other", in: list("phone", "*", "tablet")) == nil)
    #expect(chosen("tablet", in: list("phone", "*", "tablet")) == 3)
  }

  @Test func devicesOfOneNameAreToldApart() {
    let twins = list("phone", "phone")
    #expect(twins.entries.map(\.name) == ["phone [aaaaaaaa]", "phone [bbbbbbbb]"])
    #expect(chosen("phone", in: twins) == nil)
    #expect(chosen("phone [bbbbbbbb]", in: twins) == 2)
  }

  /// A device may be called as another text is, or like a command to a terminal.
  @Test func aNameIsNoOtherWord() {
    let crafted = list("other", "1", "a\nb\u{202E}c")
    #expect(crafted.entries.map(\.words) == [["shown", "1"], ["2"], ["3", "a b c"]])
    #expect(chosen("1", in: crafted) == 1)
    #expect(chosen("other", in: crafted) == nil)
  }

  /// Numbers are those that the user saw, whatever came since.
  @Test func numbersAreThoseThatWereShown() {
    let shown = ["bbbbbbbbb:1", "aaaaaaaaa:1"]
    #expect(chosen("1", in: list("phone", "*", "tablet"), shown: shown) == 2)
    #expect(chosen("other", in: list("phone", "*", "tablet"), shown: shown) == 1)
    #expect(chosen("3", in: list("phone", "*", "tablet"), shown: shown) == nil)
    #expect(chosen("1", in: list("phone", "*"), shown: []) == nil)
  }

  @Test func theBufferOfARefusedSaveIsAText() {
    #expect(
      ConflictList.refused(stored: ("phone", Date(timeIntervalSince1970: 0))).map(\.words) == [
        ["shown", "1", "phone"], ["other", "2", "the text in this buffer"],
      ])
    #expect(
      ConflictList.refused(stored: nil).map(\.line) == [
        "1. the notebook (shown)", "2. the text in this buffer (other)",
      ])
  }
}
