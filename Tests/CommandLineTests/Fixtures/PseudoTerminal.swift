import Foundation

/// A program on a separate terminal, and what its screen shows.
final class PseudoTerminal {
  /// The screen.
  private(set) var screen: TerminalScreen
  private let master: Int32
  #if canImport(Darwin)
    private static let beginsSession = Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
    // As spawn.h has it, for which Swift would need a feature macro.
    private static let beginsSession: Int16 = 0x80
  #endif
  private let child: pid_t
  private var status: Int32?
  private var isHungUp = false

  /// Runs a shell command as the leader of a session on a terminal of this size; nil if the system has
  /// none.
  init?(
    _ command: String, columns: Int, rows: Int, environment: [String: String], folder: String
  ) {
    screen = TerminalScreen(columns: columns, rows: rows)
    var (master, terminal): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    guard openpty(&master, &terminal, &name, nil, nil) == 0 else { return nil }
    defer { close(terminal) }
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    self.master = master
    Self.setSize(master, columns, rows)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that the leader of a session opens becomes its own.
    // The threads of tests block signals, and a shell has jobs in the background ignore Ctrl-C: the
    // program would inherit both.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Self.beginsSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // A pipe of another test that the program kept open would not come to its end. Darwin closes what
    // it is not asked to open.
    #if !canImport(Darwin)
      for descriptor in 3..<min(1024, getdtablesize()) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    let words = ["sh", "-c", "cd '\(folder)' && \(command)"]
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, &argv, &variables)
    self.child = child
    if error != 0 { return nil }
  }

  deinit {
    if status == nil {
      kill(child, SIGKILL)
      var ignored: Int32 = 0
      waitpid(child, &ignored, 0)
    }
    if !isHungUp { close(master) }
  }

  /// Closes the terminal, as a window or a connection does that goes away. Returns how the program ended;
  /// nil if it did not.
  func hangUp() -> Int32? {
    isHungUp = true
    close(master)
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      var value: Int32 = 0
      if waitpid(child, &value, WNOHANG) == child {
        status = value & 0x7F == 0 ? (value >> 8) & 0xFF : 128 + value & 0x7F
        return status
      }
      usleep(10_000)
    }
    return nil
  }

  /// Types these bytes.
  func type(_ keys: String) { send(keys.utf8) }

  /// Sends these bytes, as the terminal itself does.
  func send(_ bytes: some Sequence<UInt8>) {
    var bytes = ArraySlice(bytes)
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Gives the terminal another size, which notifies the program.
  func resize(columns: Int, rows: Int) {
    screen = TerminalScreen(columns: columns, rows: rows)
    Self.setSize(master, columns, rows)
  }

  /// Sends the program a signal.
  func send(_ signal: Int32) { kill(child, signal) }

  /// Reads until the screen is as wanted; whether it became so within the time that even a busy
  /// machine needs.
  func wait(until isWanted: (TerminalScreen) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if isWanted(screen) { return true }
      guard read() else { return isWanted(screen) }
    }
    return false
  }

  /// Reads to the end of the program; how it ended, as shells say it; nil if it did not.
  func end() -> Int32? {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      let isOpen = read()
      var value: Int32 = 0
      guard waitpid(child, &value, WNOHANG) == child else { continue }
      while isOpen, ContinuousClock.now < deadline, read() {}
      status = value & 0x7F == 0 ? (value >> 8) & 0xFF : 128 + value & 0x7F
      return status
    }
    return nil
  }

  /// Whether the terminal is in the mode in which lines are typed, and says what is typed.
  var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(master, &settings) == 0 else { return false }
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & flags == flags
  }

  /// Reads what there is, for at most a moment; false once the terminal is closed.
  private func read() -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 50) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    screen.take(bytes.prefix(count))
    return true
  }

  private static func setSize(_ descriptor: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}
