enum Language {
  /// Returns the language tag for a code of two or three letters, such as `en` for `eng` or
  /// `/languages/eng`. Returns nil for other texts, and for `und`, `mul` and `zxx`.
  static func tag(_ code: String?) -> String? {
    let code = (code ?? "").split(separator: "/").last.map { $0.lowercased() } ?? ""
    guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    return ["und", "mul", "zxx"].contains(code) ? nil : twoLetters[code] ?? code
  }

  /// Two-letter codes for the three-letter codes of libraries (MARC, ISO 639-2).
  private static let twoLetters = [
    "eng": "en", "ger": "de", "deu": "de", "fre": "fr", "fra": "fr", "spa": "es", "ita": "it",
    "por": "pt", "dut": "nl", "nld": "nl", "rus": "ru", "pol": "pl", "jpn": "ja", "chi": "zh",
    "zho": "zh", "kor": "ko", "swe": "sv", "nor": "no", "dan": "da", "fin": "fi", "ice": "is",
    "isl": "is", "cze": "cs", "ces": "cs", "slo": "sk", "slk": "sk", "hun": "hu", "rum": "ro",
    "ron": "ro", "bul": "bg", "gre": "el", "ell": "el", "tur": "tr", "ara": "ar", "heb": "he",
    "per": "fa", "fas": "fa", "hin": "hi", "ben": "bn", "tam": "ta", "tha": "th", "vie": "vi",
    "ind": "id", "may": "ms", "msa": "ms", "ukr": "uk", "srp": "sr", "hrv": "hr", "slv": "sl",
    "lit": "lt", "lav": "lv", "est": "et", "cat": "ca", "baq": "eu", "eus": "eu", "glg": "gl",
    "wel": "cy", "cym": "cy", "gle": "ga", "lat": "la", "grc": "grc", "epo": "eo",
  ]
}
