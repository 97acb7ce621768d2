/// The unit in which a column within a line is counted.
///
/// Source: LSP 3.17, "PositionEncodingKind".
public enum PositionEncoding: String, Sendable, CaseIterable {
  /// Bytes of the UTF-8 form.
  case utf8 = "utf-8"
  /// Code units of the UTF-16 form; every LSP client supports it.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"
}
