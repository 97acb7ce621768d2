import ArgumentParser
import Base

/// Arranges the words of the command line so that the argument parser understands them as intended.
///
/// The parser reads `-word` as four one-letter options, and as a request for help if one of them is
/// an h. Commands have no one-letter option except `-h`. So before the word `--`, such a word is
/// part of the query in `search` and `quotes`, a hashtag to remove in `tag`, and an error in other
/// commands.
enum Arguments {
  static func arranged(_ words: [String]) throws(CommandFailure) -> [String] {
    let words = try withGlobalOptionsMoved(words)
    if let command = words.first, let options = dashed[command] {
      return [command] + arrangedDashed(words.dropFirst(), optionsWithValue: options)
    }
    if let word = words.prefix(while: { $0 != "--" }).first(where: isDashed) {
      throw CommandFailure(
        usage: "unknown option '\(word)' (put “--” before a name that begins with “-”)",
        of: words)
    }
    try checkHelp(words)
    return words
  }

  /// The commands whose words may begin with `-`, with their options that take a value.
  private static let dashed: [String: Set<String>] = [
    Search._commandName: Search.optionsWithValue, Quotes._commandName: Quotes.optionsWithValue,
    Tag._commandName: Tag.optionsWithValue,
  ]

  /// Moves `--notebook`, which may appear before the command's name, after that name.
  private static func withGlobalOptionsMoved(
    _ words: [String]
  ) throws(CommandFailure) -> [String] {
    var rest = words[...]
    var options: [String] = []
    while let word = rest.first, word == "--notebook" || word.hasPrefix("--notebook=") {
      options.append(rest.removeFirst())
      if word == "--notebook", let path = rest.popFirst() { options.append(path) }
    }
    guard !options.isEmpty else { return words }
    guard !rest.isEmpty else {
      throw CommandFailure(usage: "missing command after --notebook", of: [])
    }
    let commands = max(1, Commonplace.subcommands(in: Array(rest)).count)
    return rest.prefix(commands) + options + rest.dropFirst(commands)
  }

  /// Returns the options first, then `--` and the other words in their order.
  private static func arrangedDashed(
    _ words: ArraySlice<String>, optionsWithValue: Set<String>
  ) -> [String] {
    var rest = words
    var options: [String] = []
    var others: [String] = []
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--") || word == "-h" else {
        others.append(word)
        continue
      }
      options.append(word)
      if optionsWithValue.contains(word), let value = rest.first,
        value == "-" || !value.hasPrefix("-")
      {
        options.append(rest.removeFirst())
      }
    }
    return options + ["--"] + others + rest
  }

  /// Throws if the command, or a command after `help`, is unknown. The parser would show its
  /// general help for `help nonsense`.
  private static func checkHelp(_ words: [String]) throws(CommandFailure) {
    guard words.first == "help" else {
      guard let word = words.first, !word.hasPrefix("-"),
        Commonplace.subcommands(in: words).isEmpty
      else { return }
      throw unknown(word, among: Commonplace.configuration.subcommands, help: [])
    }
    var commands = Commonplace.configuration.subcommands
    var path: [String] = []
    for word in words.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let command = commands.first(where: { $0._commandName == word }) else {
        throw unknown(word, among: commands, help: path)
      }
      commands = command.configuration.subcommands
      path.append(word)
    }
  }

  private static func unknown(
    _ word: String, among commands: [any ParsableCommand.Type], help path: [String]
  ) -> CommandFailure {
    var nearest: (name: String, distance: Int)?
    for name in (path.isEmpty ? ["help"] : []) + commands.map({ $0._commandName }) {
      let distance = EditDistance.between(word, name)
      if distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    let help = (["commonplace", "help"] + path).joined(separator: " ")
    return CommandFailure(
      .usage, "unknown command “\((path + [word]).joined(separator: " "))”",
      (nearest.map { "did you mean “\((path + [$0.name]).joined(separator: " "))”? " } ?? "")
        + "“\(help)” lists all commands")
  }

  private static func isDashed(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && !["-", "-h", "-help"].contains(word)
  }
}
