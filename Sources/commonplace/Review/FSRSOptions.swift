import ArgumentParser
import SpacedRepetition

struct FSRSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With FSRS: probability of remembering a card when it is due, 0.7 to 0.99.",
      valueName: "probability"))
  var desiredRetention: Double?

  @Option(
    help: ArgumentHelp(
      "With FSRS: maximum number of days until a card is due again.", valueName: "days"))
  var maximumInterval: Int?

  @Option(
    help: ArgumentHelp(
      "With FSRS: your own 21 parameters, separated by commas, instead of the standard ones.",
      valueName: "list"),
    transform: { try FSRSParameters(list: $0) })
  var fsrsParameters: FSRSParameters?

  var isGiven: Bool { desiredRetention != nil || maximumInterval != nil || fsrsParameters != nil }

  func settings(over settings: FSRSSettings) -> FSRSSettings {
    FSRSSettings(
      desiredRetention: desiredRetention ?? settings.desiredRetention,
      maximumInterval: maximumInterval ?? settings.maximumInterval,
      parameters: fsrsParameters ?? settings.parameters)
  }

  func check() throws {
    if let desiredRetention, !FSRSSettings.retentions.contains(desiredRetention) {
      throw ValidationError("--desired-retention must be from 0.7 to 0.99")
    }
    if let maximumInterval, !FSRSSettings.maximumIntervals.contains(maximumInterval) {
      throw ValidationError("--maximum-interval must be from 1 to 36500")
    }
  }
}

extension FSRSParameters {
  /// Parses numbers as optimizers print them: `0.2, 1.3, …`, in brackets or not.
  fileprivate init(list: String) throws {
    let words = list.split { $0.isWhitespace || ",;()[]{}".contains($0) }
    let numbers = try words.map { word in
      guard let number = Double(word) else { throw ValidationError("“\(word)” is not a number") }
      return number
    }
    do {
      try self.init(numbers)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
