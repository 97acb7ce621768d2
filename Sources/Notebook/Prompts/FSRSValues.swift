import Base
import Foundation
import JSON
import SpacedRepetition

extension FSRSSettings {
  /// The differences from the published settings, `{retention, maximumInterval, parameters}`; nil
  /// if there are none.
  var json: JSONValue? {
    let usual = FSRSSettings()
    if self == usual { return nil }
    return [
      "retention": desiredRetention == usual.desiredRetention ? nil : .double(desiredRetention),
      "maximumInterval": maximumInterval == usual.maximumInterval
        ? nil : .integer(Int64(maximumInterval)),
      "parameters": parameters.json,
    ]
  }

  /// Reads stored settings. Missing and unreadable values are as published; numbers out of range
  /// are clamped.
  init(json: JSONValue?) {
    let usual = FSRSSettings()
    self.init(
      desiredRetention: json?["retention"]?.double ?? usual.desiredRetention,
      maximumInterval: json?["maximumInterval"]?.int ?? usual.maximumInterval,
      parameters: json?["parameters"].flatMap(FSRSParameters.init(json:)) ?? usual.parameters)
  }
}

extension FSRSParameters {
  fileprivate var json: JSONValue? {
    self == .published ? nil : .array(numbers.map { .double($0) })
  }

  fileprivate init?(json: JSONValue) {
    let numbers = json.array?.prefix(Self.limits.count + 1).compactMap(\.double) ?? []
    guard let parameters = try? FSRSParameters(numbers) else { return nil }
    self = parameters
  }
}

extension FSRSMemory {
  /// Returns nil if the phase or the parameters are invalid; skips other invalid members.
  init?(json: JSONValue) {
    func number(_ name: String) -> Double? {
      json[name]?.double.flatMap { $0.isFinite ? $0 : nil }
    }
    func date(_ name: String) -> Date? { json[name]?.string.flatMap(Timestamps.date(json:)) }
    guard let phase = json["phase"]?.string.flatMap(Phase.init(rawValue:)) else { return nil }
    var parameters = FSRSParameters.published
    if let stored = json["parameters"] {
      guard let own = FSRSParameters(json: stored) else { return nil }
      parameters = own
    }
    self.init(
      phase: phase, step: json["step"]?.int.map { min(max(0, $0), 1 << 20) },
      stability: number("stability"), difficulty: number("difficulty"),
      lastReview: date("lastReview"), due: date("due"), parameters: parameters)
  }

  var json: JSONValue {
    [
      "phase": .string(phase.rawValue), "step": step.map { .integer(Int64($0)) },
      "stability": stability.map { .double($0) }, "difficulty": difficulty.map { .double($0) },
      "lastReview": lastReview.map { .string(StudyLogKey.time($0)) },
      "due": due.map { .string(StudyLogKey.time($0)) }, "parameters": parameters.json,
    ]
  }
}
