import Foundation
import JSON

struct Machine {
  let processor: String
  let cores: Int
  let system: String
  let compiler: String
  /// The load average of the minute before the run; 0 if unknown.
  let load: Double

  init() {
    processor = Self.processorName
    cores = ProcessInfo.processInfo.activeProcessorCount
    system = ProcessInfo.processInfo.operatingSystemVersionString
    compiler = Self.firstLine(of: ["swift", "--version"]) ?? "an unknown Swift version"
    var loads = [0.0]
    load = getloadavg(&loads, 1) == 1 ? loads[0] : 0
  }

  /// Whether the load exceeds a quarter of the cores.
  var isBusy: Bool { load > Double(cores) / 4 }

  var json: JSONValue {
    [
      "processor": .string(processor), "cores": .integer(Int64(cores)), "system": .string(system),
      "compiler": .string(compiler), "load": .double(load), "isOptimized": .bool(Self.isOptimized),
    ]
  }

  /// Whether this program was compiled with optimization; figures of a debug build are meaningless.
  static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  private static var processorName: String {
    #if os(Linux)
      let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let name = facts.split(separator: "\n").first { $0.hasPrefix("model name") }
      return name?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        ?? "an unknown processor"
    #else
      return firstLine(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "an unknown processor"
    #endif
  }

  private static func firstLine(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}

extension Machine: CustomStringConvertible {
  var description: String {
    let build = Self.isOptimized ? "release build" : "DEBUG BUILD: these figures are meaningless"
    return "\(processor), \(cores) cores (load \(load.short) at the start), \(system); "
      + "\(compiler), \(build)."
  }
}
