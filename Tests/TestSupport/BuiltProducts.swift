package import Foundation

/// Programs that the build made beside the tests.
package enum BuiltProducts {
  /// The executable product `name`.
  package static func executable(_ name: String) -> URL {
    let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appending(path: name)
    return FileManager.default.isExecutableFile(atPath: beside.path(percentEncoded: false))
      ? beside : Repository.root.appending(path: ".build/debug/\(name)")
  }
}
