import Foundation
package import NotebookFile

extension Lookup {
  /// The names of the services, as in the option `--from` of lookups.
  package static let serviceNames = ["open-library", "google-books", "inventaire"]

  /// Creates the lookup for a user's environment: Open Library, then Google Books if there is a
  /// key, then Inventaire; or only the named `service`.
  ///
  /// The key is in `COMMONPLACE_GOOGLE_BOOKS_KEY`, or in the file `google-books-key` in
  /// `configuration`, the settings folder. Other users must not have access to this file.
  ///
  /// Throws `noProgram`; `keyIsOpen` if the key file is needed and other users can read it; `noKey`
  /// if only Google Books is requested and there is no key.
  package init(
    environment: [String: String], configuration: String, version: String,
    service: String? = nil, state: StateFolder, programs: LookupPrograms = LookupPrograms()
  ) throws(LookupFailure) {
    let path = configuration + "/google-books-key"
    var services: [any LookupService] = []
    for name in Self.serviceNames where service == nil || service == name {
      switch name {
      case "open-library": services.append(OpenLibrary())
      case "inventaire": services.append(Inventaire())
      default:
        if let key = try Self.key(environment, path) {
          services.append(GoogleBooks(key: key))
        } else if service != nil {
          throw .noKey(service: "Google Books", path: path)
        }
      }
    }
    self.init(
      services: services,
      transport: try CurlTransport(environment: environment, version: version, programs: programs),
      store: AnswerStore(state))
  }

  private static func key(
    _ environment: [String: String], _ path: String
  ) throws(LookupFailure) -> String? {
    if let key = environment["COMMONPLACE_GOOGLE_BOOKS_KEY"].flatMap(sound) { return key }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_mode & 0o077 == 0 else { throw .keyIsOpen(path: path) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    guard let bytes = try? handle.read(upToCount: 300) else { return nil }
    return sound(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the trimmed text if it may be a key: 10 to 200 letters, digits, `-` and `_`; nil
  /// otherwise.
  private static func sound(_ text: String) -> String? {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isSound = key.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
    }
    return isSound && (10...200).contains(key.utf8.count) ? key : nil
  }
}
