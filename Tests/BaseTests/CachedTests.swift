import Base
import Testing

@Suite struct CachedTests {
  /// Something that changes, and the number of its state.
  private final class Source: Sendable {
    private let content = Mutex((value: "a", state: 0))
    private let reads = Mutex(0)

    var state: Int { content.withLock { $0.state } }
    var readCount: Int { reads.withLock { $0 } }

    /// First the value is another one, then the number.
    func change(_ value: String) {
      content.withLock { $0.value = value }
      content.withLock { $0.state += 1 }
    }

    func read() -> String {
      reads.withLock { $0 += 1 }
      return content.withLock { $0.value }
    }
  }

  @Test func aFactIsReadOnceForEachState() {
    let source = Source()
    let cached = Cached<Int, String>()
    for value in ["a", "b"] {
      for _ in 0..<3 {
        #expect(cached.value(at: { source.state }) { _ in source.read() } == value)
      }
      #expect(cached.latest == value && cached.isOf(source.state))
      source.change("b")
    }
    #expect(source.readCount == 2)
    #expect(cached.latest == "b" && !cached.isOf(source.state))
  }

  /// The smallest case of a hashtag that stayed in completion for good.
  @Test func aChangeDuringTheReadingIsNotLost() {
    let source = Source()
    let cached = Cached<Int, String>()
    let first = cached.value(at: { source.state }) { _ in
      let value = source.read()
      source.change("b")
      return value
    }
    #expect(first == "a")
    #expect(cached.value(at: { source.state }) { _ in source.read() } == "b")
    // A change of which the number has not come yet.
    source.change("c")
    #expect(cached.value(at: { source.state }) { _ in source.read() } == "c")
  }

  /// A slow reader does not replace a value of the present state by its own.
  @Test func anOlderValueReplacesNone() {
    let source = Source()
    let cached = Cached<Int, String>()
    _ = cached.value(at: { source.state }) { _ in
      let value = source.read()
      source.change("b")
      _ = cached.value(at: { source.state }) { _ in source.read() }
      return value
    }
    #expect(cached.latest == "b" && cached.isOf(source.state))
    #expect(source.readCount == 2)
  }

  @Test func aFactMayGrow() {
    let source = Source()
    let cached = Cached<Int, [String]>()
    func add(_ name: String) {
      cached.update(at: { source.state }) { last in
        (last.map { $0.isCurrent ? $0.value : [] } ?? []) + ["\(name)\(source.read())"]
      }
    }
    add("1")
    add("2")
    #expect(cached.latest == ["1a", "2a"])
    source.change("b")
    add("3")
    #expect(cached.latest == ["3b"])
    cached.drop { $0.removeAll() }
    #expect(cached.latest == [] && cached.isOf(source.state))
  }

  @Test func anErrorKeepsNothing() {
    struct Failure: Error {}
    let cached = Cached<Int, String>()
    #expect(throws: Failure.self) {
      try cached.value(at: { 1 }) { (_) throws(Failure) in throw Failure() }
    }
    #expect(cached.latest == nil)
  }
}
