/// Keys that change the structure of 1 MB of notes, compared with plain characters at the same
/// offsets.
enum StructureRows {
  static let all: [Row] = StructuralKey.all.map { key in
    Row(
      id: "structure-\(key.id)", name: "\(key.name), against a plain key, 1 MB",
      bar: .atMost(5, "times")
    ) { bench in
      let typist = bench.typist(1_000_000)
      let offsets = key.offsets(EditOffsets(typist.utf8))
      guard !offsets.isEmpty else {
        return .skipped("this key cannot be typed anywhere in the notes")
      }
      let structural = Side(count: bench.effort.edits) {
        let offset = typist.randomOffset(of: offsets) ?? 0
        return typist.time(key.edit(offset, typist.utf8), after: key.preparations(offset))
      }
      let plain = Side(count: bench.effort.edits) {
        let offset = typist.randomOffset(of: offsets) ?? 0
        let edit = Edit.insert("e", at: offset + key.plainOffset)
        // Recently used memory is faster. So if a key has preparations, the plain edit is also made
        // after another one.
        return typist.time(edit, after: key.preparations(offset).isEmpty ? [] : [edit])
      }
      Side.measure(structural, plain, effort: bench.effort)
      return .ratio(structural, to: plain)
    }
  }
}
