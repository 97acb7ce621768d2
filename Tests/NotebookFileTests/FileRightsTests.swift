import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// The rights to the published file are the same after a publication, or there is none.
@Suite struct FileRightsTests {
  /// A thing that a file can have besides its content, by what gives it and shows it.
  struct Property: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var needsRoot = false
    /// Gives it to the file at a path; false where the file system cannot have it.
    var give: @Sendable (String) -> Bool
  }

  static let properties = [
    Property(testDescription: "0600") { chmod($0, 0o600) == 0 },
    Property(testDescription: "0640") { chmod($0, 0o640) == 0 },
    Property(testDescription: "0664") { chmod($0, 0o664) == 0 },
    Property(testDescription: "owner", needsRoot: true) { chown($0, 65_534, 65_534) == 0 },
    Property(testDescription: "group", needsRoot: true) {
      chown($0, 0, 60_100) == 0 && chmod($0, 0o660) == 0
    },
    Property(testDescription: "extended attribute") {
      Attribute.set("user.commonplace.test", Array("kept".utf8), on: $0)
    },
    // user::rw- user:60001:rw- group::--- mask::rw- other::---
    Property(testDescription: "access control list") {
      let list = Attribute.accessList([
        (1, 6, nil), (2, 6, 60_001), (4, 0, nil), (16, 6, nil), (32, 0, nil),
      ])
      return Attribute.set(Attribute.accessListName, list, on: $0)
    },
  ]

  @Test(arguments: properties) func isKept(property: Property) throws {
    guard !property.needsRoot || geteuid() == 0 else { try Test.cancel("takes root") }
    let device = try Device()
    guard property.give(device.path) else { try Test.cancel("the file system cannot have it") }
    let before = try Rights(device.path)
    try device.save("one")
    #expect(try device.published()["N"] == ["one"])
    #expect(try Rights(device.path) == before)
    try device.save("two")
    #expect(try Rights(device.path) == before)
  }

  /// A new file in a folder with a default list gets that list; the published one does not.
  @Test func theListOfTheFolderIsNotInherited() throws {
    let device = try Device()
    let list = Attribute.accessList([
      (1, 7, nil), (2, 7, 60_001), (4, 7, nil), (16, 7, nil), (32, 0, nil),
    ])
    guard Attribute.set("system.posix_acl_default", list, on: device.folder) else {
      try Test.cancel("the file system has no access control lists")
    }
    #expect(chmod(device.path, 0o640) == 0)
    let before = try Rights(device.path)
    try device.save("one")
    #expect(try Rights(device.path) == before)
  }

  /// Sentences name a user without an account by number; commands need the number alone.
  @Test func aUserWithoutAnAccountHasANumber() {
    #expect(FileRights.name(of: 4_000_000_001) == "user 4000000001")
    #expect(FileRights.accountName(of: 4_000_000_001) == nil)
    #expect(FileRights.accountName(of: 0) == "root")
  }

  // MARK: Hard links

  /// A link cannot follow the file; its maker is notified, once.
  @Test func aHardLinkIsMentionedOnce() throws {
    let device = try Device()
    let link = device.folder + "/link"
    try SystemCall.link(device.path, link)
    let notebook = try device.open()
    for (text, count) in [("one", 1), ("two", 0)] {
      try notebook.save(text)
      try notebook.publish()
      let notice = NotebookNotice.linksBroken(path: device.path, others: 1)
      #expect(notebook.takeNotices() == Array(repeating: notice, count: count))
    }
    #expect(try Device.texts(in: link)["N"] == nil)
  }

  // MARK: Read-only

  @Test func aReadOnlyFileIsReadAndNotWritten() throws {
    let device = try Device()
    try device.save("one")
    #expect(chmod(device.path, 0o444) == 0)
    let before = FileIdentity(path: device.path)
    let notebook = try device.open()
    #expect(try notebook.text() == "one")
    let error = #expect(throws: NotebookError.self) { try notebook.save("two") }
    #expect(error?.message == "\(device.path) is read-only.")
    #expect(error?.advice.contains("“chmod u+w \(device.path)”") == true)
    #expect(try notebook.text() == "one")
    try notebook.publish()
    #expect(FileIdentity(path: device.path) == before)
    #expect(chmod(device.path, 0o644) == 0)
    try notebook.save("two")
    try notebook.close()
    #expect(try device.published()["N"] == ["two"])
  }

  @Test func savesBeforeItBecameReadOnlyWait() throws {
    let device = try Device()
    let notebook = try device.open()
    try notebook.save("one")
    #expect(chmod(device.path, 0o444) == 0)
    let before = FileIdentity(path: device.path)
    let error = #expect(throws: NotebookError.self) { try notebook.publish() }
    #expect(error?.message == "\(device.path) is read-only.")
    #expect(FileIdentity(path: device.path) == before)
    #expect(try notebook.text() == "one")
    #expect(try device.files == ["book.libnotes"])
    #expect(chmod(device.path, 0o644) == 0)
    try notebook.publish()
    #expect(try device.published()["N"] == ["one"])
  }
}

/// The system's record of the rights to a file.
private struct Rights: Equatable {
  var owner: uid_t
  var group: gid_t
  var mode: mode_t
  var attributes: [String: [UInt8]]

  init(_ path: String) throws {
    let status = try #require(try SystemCall.status(path))
    (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
    attributes = Attribute.all(of: path)
  }
}

/// Extended attributes, as Linux has them; elsewhere there are none.
enum Attribute {
  static let accessListName = "system.posix_acl_access"

  /// An access control list as the system stores it (linux/posix_acl_xattr.h): tag, rights, user.
  static func accessList(_ entries: [(UInt16, UInt16, UInt32?)]) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian, Array.init)
    }
    return bytes(UInt32(2)) + entries.flatMap { bytes($0.0) + bytes($0.1) + bytes($0.2 ?? .max) }
  }

  #if os(Linux)
    static func set(_ name: String, _ value: [UInt8], on path: String) -> Bool {
      setxattr(path, name, value, value.count, 0) == 0
    }

    static func all(of path: String) -> [String: [UInt8]] {
      var names = [CChar](repeating: 0, count: 65_536)
      let count = max(0, listxattr(path, &names, names.count))
      var attributes: [String: [UInt8]] = [:]
      for name in names[..<count].split(separator: 0) {
        let name = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
        var value = [UInt8](repeating: 0, count: 65_536)
        let size = getxattr(path, name, &value, value.count)
        attributes[name] = Array(value.prefix(max(0, size)))
      }
      return attributes
    }
  #else
    static func set(_ name: String, _ value: [UInt8], on path: String) -> Bool { false }
    static func all(of path: String) -> [String: [UInt8]] { [:] }
  #endif
}

#if os(Linux)
  // Swift's view of the C library does not contain these calls.
  @_silgen_name("setxattr") private func setxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer,
    _ size: Int, _ flags: Int32
  ) -> Int32
  @_silgen_name("getxattr") private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer,
    _ size: Int
  ) -> Int
  @_silgen_name("listxattr") private func listxattr(
    _ path: UnsafePointer<CChar>, _ names: UnsafeMutablePointer<CChar>, _ size: Int
  ) -> Int
#endif
