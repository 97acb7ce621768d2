import Base
import ForeignFormats
import ImportExport

extension ImportReport {
  /// Maximum number of lines per kind of remark, and of further files named in a line.
  private static let most = (lines: 10, names: 3)

  /// Prints the remarks about files, with one line for equal remarks about several files.
  func writeRemarks() {
    write("note", remarks.map { ($0.file, $0.text) }) { "\($0) \($1)" }
    write("skipped", skipped.map { ($0.file, $0.text) }) { "\($0) \($1)" }
    if !kept.isEmpty {
      let fields = kept.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "“\($0.key)” (\(Counts.of($0.value, "note")))" }
      let most = 12
      let shown = fields.prefix(most).joined(separator: ", ")
      let rest = fields.count > most ? " and \(fields.count - most) more" : ""
      StandardError.write(
        "commonplace: kept for exports, not shown in the text: \(shown)\(rest)".terminalSafeLine)
    }
    for part in leftOut where !part.files.isEmpty {
      StandardError.write("commonplace: not imported: \(part.line)".terminalSafeLine)
    }
    let files = leftOut.filter { $0.files.isEmpty }.map { ($0.part, $0.reason) }
    write("not imported", files) { "\($0), because \($1)" }
  }

  /// Prints a line for each of the first texts, with the first files that it is about.
  private func write(
    _ kind: String, _ remarks: [(file: String, text: String)],
    _ line: (_ file: String, _ text: String) -> String
  ) {
    var order: [String] = []
    let groups = Dictionary(grouping: remarks, by: \.text)
    var seen: Set<String> = []
    for remark in remarks where seen.insert(remark.text).inserted { order.append(remark.text) }
    for text in order.prefix(Self.most.lines) {
      let files = (groups[text] ?? []).map(\.file)
      let others = files.dropFirst()
      let shown = others.prefix(Self.most.names).joined(separator: ", ")
      let rest = others.count > Self.most.names ? " and \(others.count - Self.most.names) more" : ""
      let also = others.isEmpty ? "" : " (also: \(shown)\(rest))"
      StandardError.write(
        "commonplace: \(kind): \(line(files.first ?? "", text))\(also)".terminalSafeLine)
    }
    guard order.count > Self.most.lines else { return }
    let rest = order.dropFirst(Self.most.lines).reduce(0) { $0 + (groups[$1]?.count ?? 0) }
    StandardError.write("commonplace: \(kind): \(rest) more; --json lists all")
  }
}
