import JSON

/// The results of a run, for people and for programs.
struct Report {
  let machine: Machine
  let isQuick: Bool
  let method: String
  /// See `Peers.descriptions`.
  var peers: [String] = []
  var results: [(row: Row, figure: Figure)] = []

  init(machine: Machine, isQuick: Bool, method: String) {
    self.machine = machine
    self.isQuick = isQuick
    self.method = method
  }

  var isAnyBarMissed: Bool { results.contains { verdict(of: $0) == "MISSED" } }

  var table: String {
    let header = ["measurement", "figure", "bar", "result"]
    let cells = results.map { result in
      [result.row.name, figure(of: result), "\(result.row.bar)", verdict(of: result)]
    }
    let widths = header.indices.map { column in
      ([header] + cells).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| \(padded.joined(separator: " | ")) |"
    }
    let rule = "| \(widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ")) |"
    let met = results.count { verdict(of: $0) == "met" }
    let missed = results.count { verdict(of: $0) == "MISSED" }
    return
      ([line(header), rule] + cells.map(line) + ["", "\(met) met, \(missed) missed."]
      + (machine.isBusy ? [Self.busy] : [])
      + (isQuick ? ["This was a quick run: do not quote its figures."] : [])
      + ["", machine.description, method] + peers)
      .joined(separator: "\n")
  }

  private static let busy =
    "Other programs were using this machine, which slows long measurements more than a key. For "
    + "figures to quote, repeat the run on an idle machine."

  var json: JSONValue {
    [
      "quick": .bool(isQuick),
      "machine": machine.json,
      "peers": .array(peers.map { .string($0) }),
      "rows": .array(
        results.map { result in
          var object: JSONObject = [
            "id": .string(result.row.id), "measurement": .string(result.row.name),
            "bar": .string("\(result.row.bar)"),
            "limit": result.row.bar.isNone ? .null : .double(result.row.bar.limit),
            "result": .string(verdict(of: result)),
          ]
          switch result.figure {
          case .value(let value, let detail):
            object["value"] = .double(value)
            object["unit"] = .string(result.row.bar.unit)
            object["detail"] = .string(detail)
          case .skipped(let reason), .failed(let reason): object["detail"] = .string(reason)
          }
          return .object(object)
        }),
    ]
  }

  private func figure(of result: (row: Row, figure: Figure)) -> String {
    switch result.figure {
    case .value(let value, let detail): "\(value.short) \(result.row.bar.unit) (\(detail))"
    case .skipped(let reason), .failed(let reason): reason
    }
  }

  private func verdict(of result: (row: Row, figure: Figure)) -> String {
    switch result.figure {
    case .value where result.row.bar.isNone: "-"
    case .value(let value, _): result.row.bar.isMet(by: value) ? "met" : "MISSED"
    case .skipped: "skipped"
    case .failed: "MISSED"
    }
  }
}
