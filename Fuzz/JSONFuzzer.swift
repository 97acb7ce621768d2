// libFuzzer's entry: what may be a JSON text. What is read is read again from what is written, in
// both forms of lone surrogates. Run by `script/fuzz json`.
import JSON

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let strict = try? JSONValue(parsing: input, replacesLoneSurrogates: false)
  guard let value = try? JSONValue(parsing: input) else {
    guard strict == nil else { fatalError("only the strict reader reads it") }
    return 0
  }
  if let strict, strict != value { fatalError("the readers differ") }
  let written = value.serialized()
  guard let again = try? JSONValue(parsing: written, replacesLoneSurrogates: false), again == value
  else { fatalError("not what was written") }
  guard again.serialized() == written else { fatalError("written in another way") }
  return 0
}
