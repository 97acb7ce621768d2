import Foundation
import JSON

/// The time from a key to its results, at the client.
enum ServerKeyRows {
  static let all: [Row] = [
    Row(
      id: "server-key",
      name: "a key until its tokens, 1 MB, against an echo of the same bytes",
      bar: .atMost(2.2, "times"), measure: { bench in Cores.one { key(bench) } }),
    Row(
      id: "server-key-anywhere",
      name: "from a key to its tokens, 1 MB, against an echo, not bound to one core",
      bar: .none("times"), measure: key),
    Row(
      id: "server-key-tail",
      name: "a key until its tokens, 1 MB, the slowest of a hundred against the median",
      bar: .atMost(5, "times"), measure: { bench in Cores.one { tail(bench) } }),
    Row(
      id: "server-key-size", name: "a key until its tokens, 10 MB against 10 KB",
      bar: .atMost(2, "times"), measure: { bench in Cores.one { size(bench) } }),
    Row(
      id: "server-diagnostics",
      name: "a key until the diagnostics, 1 MB, against rumdl on the same text",
      bar: .atLeast(100, "times as fast"), measure: diagnostics),
    Row(
      id: "server-tokens",
      name: "all tokens of 1 MB at the client, against our parse from scratch",
      bar: .atMost(3, "times"), measure: tokens),
  ]

  private static func open(_ bench: Bench, _ byteCount: Int) throws -> OpenServer {
    try OpenServer(.commonplace(), bench.notes(byteCount))
  }

  private static func key(_ bench: Bench) -> Figure {
    Figure.catching {
      let open = try open(bench, 1_000_000)
      let echo = try PipeServer.echo()
      let ours = Side(count: bench.effort.edits) { open.timeKey() }
      // The client does the same work between two keys, so that both sides find the same cache
      // state.
      var key = open.key
      let bare = Side(count: bench.effort.edits) {
        let (frames, _) = key.press(echo)
        let time = Stopwatch.time {
          echo.send(frames)
          try? echo.waitForBytes(frames.count)
        }
        echo.dropUnread()
        key.take(open.answer)
        return time
      }
      Side.measure(ours, bare, effort: bench.effort)
      return .ratio(ours, to: bare)
    }
  }

  private static func tail(_ bench: Bench) -> Figure {
    Figure.catching {
      let open = try open(bench, 1_000_000)
      let side = Side(count: bench.effort.edits) { open.timeKey() }
      Side.measure(side, effort: bench.effort)
      let slow = side.samples.quantile(0.99)
      return .value(
        slow / max(1, side.median),
        detail: "\(slow.duration) / \(side.median.duration)\(side.shortfall)")
    }
  }

  private static func size(_ bench: Bench) -> Figure {
    Figure.catching {
      let (large, small) = (try open(bench, 10_000_000), try open(bench, 10_000))
      let (left, right) = (
        Side(count: bench.effort.edits) { large.timeKey() },
        Side(count: bench.effort.edits) { small.timeKey() }
      )
      Side.measure(left, right, effort: bench.effort)
      return .ratio(left, to: right)
    }
  }

  private static func diagnostics(_ bench: Bench) -> Figure {
    let path = ".tools/peers/bin/rumdl"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      return .skipped("rumdl is not installed; \(Peers.advice)")
    }
    return Figure.catching {
      let rumdl = try OpenServer(
        PipeServer(path, ["server"]), bench.notes(1_000_000), sendsWholeTexts: true)
      let ours = try open(bench, 1_000_000)
      let (theirs, own) = (
        Side(count: bench.effort.parses) { rumdl.timeDiagnostics() },
        Side(count: bench.effort.parses) { ours.timeDiagnostics() }
      )
      Side.measure(theirs, own, effort: bench.effort)
      return .ratio(theirs, to: own, note: "; it receives the whole text, as it requests")
    }
  }

  private static func tokens(_ bench: Bench) -> Figure {
    Figure.catching {
      let open = try open(bench, 1_000_000)
      let whole = Side(count: bench.effort.parses) {
        open.time("textDocument/semanticTokens/full", open.document)
      }
      let scratch = bench.scratch(bench.notes(1_000_000))
      Side.measure(whole, scratch, effort: bench.effort)
      return .ratio(whole, to: scratch)
    }
  }
}
