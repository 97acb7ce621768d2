/// The names of emoji: common short names, and Unicode's names in lower case, as in
/// `grinning-face`.
enum EmojiNames {
  /// The short names in alphabetical order, then Unicode's.
  static let all: [(name: String, emoji: String)] = aliases + unicode

  static let index = RankedPrefixIndex(all.lazy.map(\.name), separator: "-")

  /// The names of single scalars in the Unicode version of the Swift runtime. Scalars that are
  /// shown as text by default are followed by the emoji variation selector (UTS #51).
  private static let unicode: [(String, String)] =
    [0x238D...0x3299, 0x1F000...0x1FAFF].flatMap { (values: ClosedRange<UInt32>) in
      values.compactMap { value in
        guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
          !scalar.properties.isEmojiModifier, !(0x1F1E6...0x1F1FF ~= value),
          let name = scalar.properties.name?.lowercased()
        else { return nil }
        let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        let selector = scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}"
        return (words, String(scalar) + selector)
      }
    }

  private static let aliases: [(String, String)] = [
    ("+1", "👍"), ("-1", "👎"), ("angry", "😠"), ("apple", "🍎"), ("bee", "🐝"), ("bell", "🔔"),
    ("bird", "🐦"), ("blush", "😊"), ("book", "📖"), ("bookmark", "🔖"), ("books", "📚"),
    ("brain", "🧠"), ("bug", "🐛"), ("bulb", "💡"), ("calendar", "📅"), ("cat", "🐱"),
    ("check", "✅"), ("clap", "👏"), ("clock", "🕐"), ("cloud", "☁️"), ("coffee", "☕"),
    ("confused", "😕"), ("cry", "😢"), ("dog", "🐶"), ("earth", "🌍"), ("exclamation", "❗"),
    ("eyes", "👀"), ("fire", "🔥"), ("fish", "🐟"), ("flower", "🌸"), ("gift", "🎁"),
    ("grin", "😁"), ("heart", "❤️"), ("house", "🏠"), ("idea", "💡"), ("joy", "😂"),
    ("key", "🔑"), ("laughing", "😆"), ("leaf", "🍃"), ("lock", "🔒"), ("mail", "✉️"),
    ("memo", "📝"), ("moon", "🌙"), ("music", "🎵"), ("ok", "👌"), ("pencil", "✏️"),
    ("phone", "📞"), ("pin", "📌"), ("pray", "🙏"), ("question", "❓"), ("rain", "🌧️"),
    ("rainbow", "🌈"), ("rocket", "🚀"), ("rose", "🌹"), ("sad", "😞"), ("scream", "😱"),
    ("search", "🔍"), ("smile", "😄"), ("smirk", "😏"), ("snow", "❄️"), ("sob", "😭"),
    ("sparkles", "✨"), ("star", "⭐"), ("sun", "☀️"), ("sunglasses", "😎"), ("tada", "🎉"),
    ("thinking", "🤔"), ("thumbsdown", "👎"), ("thumbsup", "👍"), ("tree", "🌳"),
    ("warning", "⚠️"), ("wave", "👋"), ("wink", "😉"), ("world", "🌍"), ("x", "❌"),
    ("zzz", "💤"),
  ]
}
