import ArgumentParser
import BookLookup
import Dispatch
import Foundation
import Notebook
import NotebookFile
import UserSettings
import WebPages
import WebServer

struct Web: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the notebook in your browser: the reading room.",
    discussion: """
      Opens your browser, and prints an address for another browser on this machine. The \
      address works once, within ten minutes; run the command again for a new address. Only \
      this machine can reach the pages. Press Ctrl-C to end the command. It also ends if you do \
      not open a page for 30 minutes.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: ArgumentHelp("The port, 1 to 65535. Default: any free port."))
  var port: Int?

  @Flag(help: "Do not change the notebook.")
  var readOnly = false

  @Flag(help: "Print the address without opening a browser.")
  var noOpen = false

  func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("--port must be between 1 and 65535")
    }
  }

  func run() throws {
    let path = options.location.path
    // Throws for a missing notebook before a folder is created for it.
    if access(path, F_OK) != 0 { try options.open().close() }
    let folder = try ReadingRoomFolder(notebook: path)
    guard let lock = try folder.lock() else { return try showOther(folder) }
    try withExtendedLifetime(lock) {
      guard readOnly else { return try options.change { try serve($0, folder) } }
      let notebook = try options.open()
      try Interruption.finishing("nothing was changed") { try serve(notebook, folder) }
    }
  }

  /// Opens a page of the server that is already running for this notebook.
  private func showOther(_ folder: ReadingRoomFolder) throws {
    // That server may still be starting.
    for _ in 0..<20 where folder.port == nil { usleep(100_000) }
    guard let port = folder.port else {
      throw CommandFailure(
        .inputOutput, "another “commonplace web” is starting for this notebook",
        "try again in a moment")
    }
    if readOnly || self.port.map({ $0 != port }) ?? false {
      StandardError.write(
        "commonplace: note: “commonplace web” is already running for this notebook; "
          + "--port and --read-only are ignored"
      )
    }
    guard let root = folder.root else {
      throw CommandFailure(
        .inputOutput, "the folder \(folder.path) was changed while “commonplace web” ran",
        "stop that command with Ctrl-C, then run it again")
    }
    try show(folder, port: port, root: root)
  }

  private func serve(_ notebook: Notebook, _ folder: ReadingRoomFolder) throws {
    try folder.clear()
    let root = try folder.keptRoot()
    let programs = LookupPrograms()
    let site = NotebookSite(
      notebook, root: root, settings: CommandSettings.current, isReadOnly: readOnly,
      editor: UserEditor.editor(CommandSettings.current.webEditor),
      lookup: { () throws(LookupFailure) in try LookupOptions.lookup(programs: programs) })
    DispatchQueue.global(qos: .utility).async { site.prepare() }
    let server: WebServer
    do {
      server = try WebServer(
        site: site, port: port ?? 0, isReadOnly: readOnly, redeem: { folder.redeem($0) })
    } catch {
      throw CommandFailure(
        .inputOutput, port.map { "cannot use port \($0)" } ?? "cannot use any port",
        port == nil
          ? "choose one with --port"
          : "another program may be using it; choose another port with --port"
      )
    }
    defer {
      server.stop()
      programs.end()
      site.stop()
      try? folder.clear()
    }
    try folder.note(port: server.port)
    try show(folder, port: server.port, root: root)
    ProgressLine.shared.end()
    try wait(for: server, notebook)
  }

  /// Prints an address that lets one browser in. Then opens a browser with a second address, unless
  /// `noOpen` is set.
  private func show(_ folder: ReadingRoomFolder, port: Int, root: String) throws {
    let environment = ProcessInfo.processInfo.environment
    func address() throws -> String {
      "http://127.0.0.1:\(port)/\(root)/enter?t=\(try folder.issuePass())"
    }
    try StandardOutput.write(try address())
    guard !noOpen else { return }
    let door = try folder.writeDoor(to: try address())
    if !Browser.open(door, environment: environment) {
      StandardError.write("commonplace: note: cannot start a browser; open the address yourself")
    }
  }

  /// Waits until the reading room closes; publishes changes while waiting.
  private func wait(for server: WebServer, _ notebook: Notebook) throws {
    let folder = URL(filePath: notebook.path).deletingLastPathComponent()
      .path(percentEncoded: false)
    var announced: String?
    while true {
      // A signal interrupts the sleep.
      usleep(500_000)
      let end = VisitEnd(
        isInterrupted: Interruption.came, idle: server.idle,
        hasFolder: access(folder, F_OK) == 0)
      switch end {
      case .interrupted: return
      case .idle:
        return StandardError.write("commonplace: closed: no page was opened for 30 minutes")
      case .folderIsGone:
        throw CommandFailure(
          .inputOutput, "the folder of the notebook is gone: \(folder)",
          "run “commonplace web” again when the folder is back")
      case nil: break
      }
      guard !readOnly else { continue }
      do {
        _ = try notebook.refresh()
        try notebook.publishIfDue()
        announced = nil
      } catch {
        if Interruption.came { return }
        // The error may be temporary: a disk may return, or another program may finish.
        let failure = CommandFailure(error).description
        if failure != announced { StandardError.write(failure) }
        announced = failure
      }
    }
  }
}
