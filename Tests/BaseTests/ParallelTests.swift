import Base
import Testing

@Suite struct ParallelTests {
  @Test(arguments: [0, 1, 15, 16, 17, 33, 1_000])
  func resultsAreInTheOrderOfTheValues(count: Int) {
    let calls = Mutex(0)
    let results = Parallel.map(Array(0..<count)) { value in
      calls.withLock { $0 += 1 }
      return value * 2
    }
    #expect(results == (0..<count).map { $0 * 2 })
    #expect(calls.withLock { $0 } == count)
  }
}
