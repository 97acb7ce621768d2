import Foundation
import NotebookFile
import Notebook

extension NotebookOptions {
  /// Opens the notebook, lets `body` write in it, and publishes the changes. Before `body` prints
  /// anything, its changes have been saved. The first time, the notebook that was found is named.
  ///
  /// Throws the error of `body`, and otherwise the error of publishing: then the changes are kept.
  func change(_ body: (Notebook) throws -> Void) throws {
    let notebook = try open()
    let isFound = location.origin == .folder && !notebook.hasState
    let outcome = Result { try body(notebook) }
    defer {
      if isFound, notebook.hasState {
        StandardError.write(
          "commonplace: note: this is written to \(notebook.path.terminalSafeLine), which was found "
            + "here; --notebook names another")
      }
      Self.tellNotices(of: notebook)
      // Changes that publishing incorporated.
      Self.reportSuperseded(in: notebook)
    }
    do throws(NotebookError) {
      try notebook.close()
    } catch {
      try outcome.get()
      throw CommandFailure(keptButNotPublished: error)
    }
    try outcome.get()
  }
}

extension CommandFailure {
  /// Changes that are saved in the working copy, but not in the file.
  fileprivate init(keptButNotPublished error: NotebookError) {
    self.init(error)
    switch error {
    case .notPublished: return
    case .damaged, .notSQLite:
      advice = "“commonplace check --repair” sets that file aside and publishes your changes"
    default: break
    }
    what = "your changes are saved on this machine, but not yet in the file: \(what)"
  }
}

/// Texts that a person gives a command.
enum GivenText {
  /// The most bytes of a text. More could not be read again.
  static let most = 16 << 20

  /// The text in the file at `path`, or of standard input for `-`, without a byte order mark.
  static func read(_ path: String) throws -> String {
    let name = path == "-" ? "standard input" : path
    let data: Data
    do {
      data =
        path == "-"
        ? try FileHandle.standardInput.read(upToCount: most + 1) ?? Data()
        : try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: most + 1) ?? Data()
    } catch {
      throw CommandFailure(cannotRead: path)
    }
    guard data.count <= most else {
      throw CommandFailure(
        .badData, "\(name) has more than \(most >> 20) MB", "make several notes of it")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CommandFailure(
        .badData, "\(name) is not UTF-8 text", "convert it, for example with iconv")
    }
    return text.withoutByteOrderMark
  }
}

extension String {
  /// The text without the mark that some programs put before UTF-8.
  var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}

extension CommandFailure {
  /// That the file at `path`, or standard input for `-`, cannot be read.
  init(cannotRead path: String) {
    var isFolder: ObjCBool = false
    if path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    {
      self.init(.inputOutput, "\(path) is a folder", "give the path of a file")
    } else {
      self.init(
        .inputOutput, "cannot read \(path == "-" ? "standard input" : path)",
        "check that the file exists and may be read by you")
    }
  }
}
