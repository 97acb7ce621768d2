import Foundation

/// A small file system, which only root can mount.
enum Mount {
  enum Kind: String, CaseIterable {
    case tmpfs
    case ext4Small = "ext4 with blocks of 1 KB"
    case ext4Large = "ext4 with blocks of 4 KB"
  }

  /// Mounts a new file system of `kilobytes` at `path`; ext4 is stored in the file `image`.
  static func make(
    _ kind: Kind, _ path: String, kilobytes: Int, image: String = ""
  ) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard kind != .tmpfs else {
      return try run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
    }
    unlink(image)
    try run("truncate", ["-s", "\(kilobytes)K", image])
    try run(
      "mke2fs", ["-q", "-t", "ext4", "-m", "0", "-b", kind == .ext4Small ? "1024" : "4096", image])
    try run("mount", ["-o", "loop", image, path])
  }

  static func remove(_ path: String) { try? run("umount", ["-l", path]) }

  static func possible(in folder: String) -> [Kind] {
    guard geteuid() == 0 else { return [] }
    return Kind.allCases.filter { kind in
      let path = folder + "/mounted"
      defer { remove(path) }
      return (try? make(kind, path, kilobytes: 8 << 10, image: folder + "/image")) != nil
    }
  }

  private static func run(_ command: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  }
}
