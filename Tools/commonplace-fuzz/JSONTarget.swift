import JSON

/// Fuzzes JSON: parses, writes and parses again, with both ways of handling lone surrogates.
func fuzzJSON(_ input: UnsafeBufferPointer<UInt8>) {
  let strict = try? JSONValue(parsing: input, replacesLoneSurrogates: false)
  guard let value = try? JSONValue(parsing: input) else {
    guard strict == nil else { fatalError("only the strict reader accepts the text") }
    return
  }
  if let strict, strict != value { fatalError("the two readers return different values") }
  let written = value.serialized()
  guard let again = try? JSONValue(parsing: written, replacesLoneSurrogates: false), again == value
  else { fatalError("the value that was read differs from the value that was written") }
  guard again.serialized() == written else {
    fatalError("writing the value again gives another text")
  }
}
