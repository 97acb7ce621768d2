import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook

/// The law of recovery: as long as one whole copy of a notebook is there, repairing and every merge
/// with a salvage lose nothing of it, and bring all of it.
///
/// `COMMONPLACE_RECOVERY` is how many random damages are tried; with it, every page of every notebook
/// is destroyed as well, in two ways, and figures are printed. `COMMONPLACE_RECOVERY_SEED` is the first
/// seed.
@Suite(.serialized) struct RecoveryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["COMMONPLACE_RECOVERY"].flatMap { Int($0) }
  private static let seed =
    environment["COMMONPLACE_RECOVERY_SEED"].flatMap { UInt64($0) } ?? 1
  private static let pageSize = 4096

  @Test(arguments: GoodNotebook.all)
  func noPageTakesAnythingWithIt(_ notebook: GoodNotebook) throws {
    let trial = try RecoveryTrial(notebook)
    #expect(try trial.faults() == [])
    #expect(trial.state.count > 5)
    var figures = RecoveryFigures()
    let bytes: [UInt8] = Self.count == nil ? [0] : [0, 0xA5]
    // In a quick run five pages of each notebook.
    let pages = max(trial.file.count, trial.copy.count) / Self.pageSize
    let step = Self.count == nil ? max(1, pages / 5) : 1
    for page in stride(from: 0, to: pages, by: step) {
      for byte in bytes {
        func destroy(_ data: Data) -> Data? {
          let offset = page * Self.pageSize
          guard offset + Self.pageSize <= data.count else { return nil }
          var data = data
          data.replaceSubrange(
            offset..<offset + Self.pageSize, with: repeatElement(byte, count: Self.pageSize))
          return data
        }
        try figures.count(
          trial, file: destroy(trial.file), copy: destroy(trial.copy),
          "\(notebook.name), page \(page + 1), byte \(byte)")
      }
    }
    if Self.count != nil { print(figures) }
  }

  @Test func noDamageTakesAnythingWithIt() throws {
    let trials = try GoodNotebook.all.map(RecoveryTrial.init)
    var figures = RecoveryFigures()
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    for seed in Self.seed..<Self.seed + UInt64(Self.count ?? 25) {
      let trial = trials[Int(seed % UInt64(trials.count))]
      var file = NotebookMutator(trial.file, seed: seed)
      var copy = NotebookMutator(trial.copy, seed: seed)
      try figures.count(
        trial, file: file.damaged(), copy: copy.damaged(), "seed \(seed)",
        oracle: seed % 20 == 0 ? oracle : nil)
    }
    if Self.count != nil { print(figures) }
  }
}

/// The results of the damages.
private struct RecoveryFigures: CustomStringConvertible {
  private var outcomes: [String: Int] = [:]

  /// Damages the published file and the working copy, each for itself, and counts what is lost.
  mutating func count(
    _ trial: RecoveryTrial, file: Data?, copy: Data?, _ name: String, oracle: AppOracle? = nil
  ) throws {
    if let copy {
      try trial.damageCopy(copy)
      count("repaired", trial.lossesOfRepair(), trial, copy, name)
      try trial.damageCopy(copy)
      count("written", trial.lossesOfCommand(), trial, copy, name)
    }
    if let file {
      let losses = try trial.lossesOfMerging(salvageOf: file) { path in
        try oracle?.faults(of: path, isDerived: false) ?? []
      }
      count(losses == nil ? "nothing to salvage" : "salvaged", losses ?? [], trial, file, name)
    }
  }

  private mutating func count(
    _ damage: String, _ losses: [String], _ trial: RecoveryTrial, _ damaged: Data, _ name: String
  ) {
    let isSilent = !losses.isEmpty && trial.isSilent(damaged)
    outcomes[isSilent ? "\(damage), damage that nothing shows" : damage, default: 0] += 1
    if isSilent { return }
    #expect(losses == [], "\(damage): \(name)")
  }

  var description: String {
    (["figures:"] + outcomes.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" })
      .joined(separator: "\n")
  }
}
