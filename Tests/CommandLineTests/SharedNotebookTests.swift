import Foundation
import Notebook
import TestSupport
import Testing

/// A notebook that several users of a machine may write, or find. Run as root, as users that every
/// Linux of Debian's kind has: `sync` and `nobody` are in one group.
@Suite(.enabled(if: Account.canBeChanged, "needs root, setpriv, and a build that others may run"))
struct SharedNotebookTests {
  /// A way of sharing a file, and whether its second user can write in it without damage.
  struct Sharing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var mode: mode_t
    /// The group of the file.
    var group: gid_t
    /// The mode of the folder.
    var folderMode: mode_t = 0o777
    /// The groups of the second user.
    var groups: [gid_t]
    /// A part of the reason why the second user may not write; nil if nothing is in the way.
    var refusal: String?
    /// Whether the first user may write, for whom the same holds.
    var ownerMayWrite = true
  }

  static let sharings = [
    Sharing(testDescription: "both in the group", mode: 0o660, group: 65_534, groups: [65_534, 2]),
    Sharing(
      testDescription: "a folder that gives its group", mode: 0o660, group: 65_534,
      folderMode: 0o2775, groups: [65_534, 2]),
    Sharing(testDescription: "everybody", mode: 0o666, group: 65_534, groups: [2]),
    Sharing(
      testDescription: "the owner is not in the group", mode: 0o660, group: 2, groups: [2],
      refusal: "belongs to sync", ownerMayWrite: false),
    Sharing(
      testDescription: "all but the group", mode: 0o646, group: 65_534, groups: [2],
      refusal: "belongs to sync"),
    Sharing(
      testDescription: "read by all", mode: 0o644, group: 65_534, groups: [65_534, 2],
      refusal: "is read-only"),
    Sharing(
      testDescription: "a sticky folder", mode: 0o660, group: 65_534, folderMode: 0o1777,
      groups: [65_534, 2], refusal: "belongs to sync"),
  ]

  @Test(arguments: sharings) func aSecondUserKeepsTheRightsOfTheFirst(sharing: Sharing) throws {
    let scene = try Scene()
    let (ann, bob) = (Account.ann, Account(id: 65_534, group: 2, groups: sharing.groups))
    let path = scene.shared + "/book.libnotes"
    try #require(scene.run("commonplace init --notebook \(path)", as: ann).code == 0)
    #expect(chown(path, ann.id, sharing.group) == 0 && chmod(path, sharing.mode) == 0)
    #expect(chown(scene.shared, 0, 65_534) == 0 && chmod(scene.shared, sharing.folderMode) == 0)
    let before = try Status(path)
    let written = scene.run("commonplace new --title Bob --notebook \(path)", as: bob)
    if let refusal = sharing.refusal {
      #expect(written.code == 74 && written.output.contains(refusal), "\(written)")
      #expect(try Status(path) == before)
      let read = scene.run("commonplace notes --notebook \(path)", as: bob)
      #expect(read.code == 0 && !read.output.contains("Bob"), "\(read)")
    } else {
      #expect(written.code == 0, "\(written)")
      let after = try Status(path)
      #expect(after.mode == before.mode && after.inode != before.inode)
      #expect(after.group == before.group || sharing.mode == 0o666)
    }
    // The first user can do what was possible before.
    let again = scene.run("commonplace new --title Ann --notebook \(path)", as: ann)
    #expect(again.code == (sharing.ownerMayWrite ? 0 : 74), "\(again)")
    let notes = scene.run("commonplace notes --notebook \(path)", as: bob).output
    #expect(notes.contains("  Ann\n") == sharing.ownerMayWrite, "\(notes)")
    #expect(notes.contains("  Bob\n") == (sharing.refusal == nil), "\(notes)")
  }

  /// An access control list lets a second user write the file, but not replace it by another one.
  @Test func aListThatNamesTheSecondUser() throws {
    let scene = try Scene()
    let (ann, bob) = (Account.ann, Account.bob)
    let path = scene.shared + "/book.libnotes"
    try #require(scene.run("commonplace init --notebook \(path)", as: ann).code == 0)
    guard scene.run("setfacl -m u:nobody:rw \(path)", as: ann).code == 0 else { return }
    let before = try Status(path)
    let written = scene.run("commonplace new --title Bob --notebook \(path)", as: bob)
    #expect(written.code == 74 && written.output.contains("belongs to sync"), "\(written)")
    #expect(try Status(path) == before)
  }

  // MARK: Where a notebook is found

  /// Another user's file in a folder above is not taken, not even beside a file of this user.
  @Test(arguments: [true, false]) func aStrangersNotebookIsNotFound(isBeside: Bool) throws {
    let scene = try Scene()
    let (ann, bob) = (Account.ann, Account.bob)
    #expect(chmod(scene.shared, 0o1777) == 0)
    let trap = scene.shared + "/trap.libnotes"
    try #require(scene.run("commonplace init --notebook \(trap)", as: ann).code == 0)
    #expect(chmod(trap, 0o666) == 0)
    let own = isBeside ? scene.shared + "/mine.libnotes" : nil
    let made = scene.run("commonplace init" + (own.map { " --notebook \($0)" } ?? ""), as: bob)
    try #require(made.code == 0)
    let command = "mkdir -p \(scene.shared)/work; cd \(scene.shared)/work; commonplace"
    let before = try Status(trap)
    #expect(scene.run("\(command) new --title Private", as: bob).code == 0)
    #expect(try Status(trap) == before)
    #expect(scene.run("\(command) notes", as: bob).output.contains("Private"))
    #expect(!scene.run("commonplace notes --notebook \(trap)", as: ann).output.contains("Private"))
  }

  /// A user without a notebook is notified of the one that was passed over.
  @Test func aStrangersNotebookIsMentioned() throws {
    let scene = try Scene()
    let path = scene.shared + "/book.libnotes"
    let ann = Account.ann
    try #require(scene.run("commonplace init --notebook \(path)", as: ann).code == 0)
    let found = scene.run("cd \(scene.shared); commonplace notes", as: Account.bob)
    #expect(
      found.code == 74 && found.output.contains("\(path) belongs to another user"), "\(found)")
  }

  /// The administrator's notebook is read by all, and written by those who name it.
  @Test func anAdministratorsNotebookIsRead() throws {
    let scene = try Scene()
    let path = scene.shared + "/book.libnotes"
    let (root, bob) = (Account.root, Account.bob)
    try #require(scene.run("commonplace init --notebook \(path)", as: root).code == 0)
    #expect(chmod(path, 0o666) == 0)
    let command = "cd \(scene.shared); commonplace"
    #expect(scene.run("\(command) notes", as: bob).output.contains("Walden"))
    let refused = scene.run("\(command) new --title Bob", as: bob)
    #expect(refused.code == 74 && refused.output.contains("belongs to root"), "\(refused)")
    #expect(scene.run("\(command) new --title Bob --notebook \(path)", as: bob).code == 0)
  }

  // MARK: The state on this machine

  /// After a run under `sudo` the state folder is root's: reading goes on, and a user who saves is notified
  /// whose it is and how to get it back.
  @Test func aStateFolderOfRootIsNamed() throws {
    let scene = try Scene()
    let (root, bob) = (Account.root, Account.bob)
    let state = scene.shared + "/state"
    let path = scene.shared + "/book.libnotes"
    let command = "XDG_STATE_HOME=\(state) commonplace"
    try #require(scene.run("\(command) init --notebook \(path)", as: bob).code == 0)
    #expect(scene.run("\(command) new --title Sudo --notebook \(path)", as: root).code == 0)
    let read = scene.run("\(command) notes --notebook \(path)", as: bob)
    #expect(read.code == 0 && read.output.contains("Sudo"), "\(read)")
    let refused = scene.run("\(command) new --title Bob --notebook \(path)", as: bob)
    let remedy = "“sudo chown -R nobody \(state)"
    #expect(refused.code == 74 && refused.output.contains("belongs to root"), "\(refused)")
    #expect(refused.output.contains("othing was written"), "\(refused)")
    #expect(refused.output.contains(remedy), "\(refused)")
    #expect(scene.run("chown -R nobody '\(state)'", as: root).code == 0)
    #expect(scene.run("\(command) new --title Bob --notebook \(path)", as: bob).code == 0)
  }

  /// Without space for what processes share the file itself is read, and the reason is said.
  @Test func aFullStateFolderIsNamed() throws {
    let scene = try Scene()
    let root = Account.root
    let (path, state) = (scene.shared + "/book.libnotes", scene.shared + "/state")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    guard scene.run("mount -t tmpfs -o size=2m tmpfs \(state)", as: root).code == 0 else {
      try Test.cancel("nothing can be mounted here")
    }
    defer { _ = scene.run("umount -l \(state)", as: root) }
    let command = "XDG_STATE_HOME=\(state) commonplace"
    try #require(scene.run("\(command) init --notebook \(path)", as: root).code == 0)
    #expect(scene.run("\(command) new --title Kept --notebook \(path)", as: root).code == 0)
    _ = scene.run("dd if=/dev/zero of=\(state)/fill bs=1k", as: root)
    let read = scene.run("\(command) notes --notebook \(path)", as: root)
    #expect(read.code == 0 && read.output.contains("Walden"), "\(read)")
    #expect(read.output.contains("No space left"), "\(read)")
    let refused = scene.run("\(command) new --title More --notebook \(path)", as: root)
    #expect(refused.code == 74 && refused.output.contains("othing was written"), "\(refused)")
    let check = scene.run("\(command) check --notebook \(path)", as: root)
    #expect(check.output.contains("No space left") && !check.output.contains("damage:"), "\(check)")
    _ = scene.run("rm \(state)/fill", as: root)
    let kept = scene.run("\(command) notes --notebook \(path)", as: root)
    #expect(kept.output.contains("Kept") && !kept.output.contains("More"), "\(kept)")
  }

  /// Conflict copies that a stranger puts beside a notebook in a sticky folder are left alone.
  @Test func aStrangersConflictCopyIsNotMerged() throws {
    let scene = try Scene()
    let (ann, bob) = (Account.ann, Account.bob)
    #expect(chmod(scene.shared, 0o1777) == 0)
    let path = scene.shared + "/book.libnotes"
    let copy = "\(scene.shared)/book\\ 2.libnotes"
    try #require(scene.run("commonplace init --notebook \(path)", as: bob).code == 0)
    #expect(chmod(path, 0o644) == 0)
    let forged = scene.run(
      "umask 0; cp \(path) \(copy); commonplace new --title Forged --notebook \(copy)", as: ann)
    try #require(forged.code == 0, "\(forged)")
    #expect(scene.run("commonplace new --title Own --notebook \(path)", as: bob).code == 0)
    let notes = scene.run("commonplace notes --notebook \(path)", as: bob).output
    #expect(notes.contains("Own") && !notes.contains("Forged"), "\(notes)")
  }

  /// A conflict copy that may not be read is merged when it may.
  @Test func aConflictCopyMayBeReadLater() throws {
    let scene = try Scene()
    let bob = Account.bob
    let path = scene.shared + "/book.libnotes"
    let copy = scene.shared + "/book 2.libnotes"
    let other = scene.shared + "/other.libnotes"
    try #require(
      scene.run("commonplace init --notebook \(path); cp \(path) \(other)", as: bob).code == 0)
    #expect(scene.run("commonplace new --title Late --notebook \(other)", as: bob).code == 0)
    #expect(rename(other, copy) == 0 && chown(copy, bob.id, bob.group) == 0 && chmod(copy, 0) == 0)
    #expect(scene.run("commonplace new --title Early --notebook \(path)", as: bob).code == 0)
    #expect(chmod(copy, 0o600) == 0)
    let notes = scene.run("commonplace notes --notebook \(path)", as: bob).output
    #expect(notes.contains("Early") && notes.contains("Late"), "\(notes)")
  }
}

/// The account that runs a command.
private struct Account {
  var id: uid_t
  var group: gid_t = 65_534
  var groups: [gid_t] = []

  static let root = Account(id: 0, group: 0)
  /// `sync` and `nobody`.
  static let (ann, bob) = (Account(id: 4), Account(id: 65_534))

  /// Whether this process can run the program as another user.
  static let canBeChanged: Bool = {
    guard geteuid() == 0, let scene = try? Scene() else { return false }
    let test = "test $(id -un) = nobody && test $(id -g sync) = 65534 && commonplace --version"
    return scene.run(test, as: bob).code == 0
  }()

  /// The words that run a command so.
  var words: [String] {
    let groups = groups.map(String.init).joined(separator: ",")
    return ["setpriv", "--reuid=\(id)", "--regid=\(group)"]
      + [groups.isEmpty ? "--clear-groups" : "--groups=\(groups)"]
  }
}

/// A folder that all may enter, with a home for each user.
private struct Scene {
  private let root: TemporaryFolder
  /// A folder in which all may make files.
  let shared: String

  init() throws {
    root = try TemporaryFolder()
    shared = root.path("shared")
    for (path, mode) in [(root.path(""), 0o755), (shared, 0o777)] as [(String, mode_t)] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard chmod(path, mode) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
  }

  /// Output, standard error included, and the exit code.
  func run(_ command: String, as account: Account) -> (code: Int32, output: String) {
    let home = root.path("home-\(account.id)")
    try? FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    chown(home, account.id, account.group)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = account.words + ["/bin/sh", "-c", command]
    process.environment = [
      "PATH": BuiltProducts.executable("commonplace").deletingLastPathComponent()
        .path(percentEncoded: false) + ":/usr/bin:/bin",
      "HOME": home, "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    process.currentDirectoryURL = URL(filePath: home)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return (-1, "does not start") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

/// The status of a file, by the system.
private struct Status: Equatable {
  var inode: ino_t
  var owner: uid_t
  var group: gid_t
  var mode: mode_t

  init(_ path: String) throws {
    var status = stat()
    try #require(stat(path, &status) == 0)
    (inode, owner, group, mode) = (status.st_ino, status.st_uid, status.st_gid, status.st_mode)
  }
}
