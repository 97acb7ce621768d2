import Foundation

/// Another program, without the terminal, whose output is read within limits.
struct ReadingChild {
  /// The end of a run.
  enum Output {
    /// It ended with this code, or 128 and a signal.
    case ended(Int32, [UInt8])
    /// It printed more than it may. It was ended, and nothing is kept.
    case tooMuch
    /// It did not end in time. It was ended, and nothing is kept.
    case tooLate
  }

  private let child: pid_t
  private let descriptor: Int32
  private let programs: LookupPrograms

  /// Starts the program at `path`, which reads `input`; its standard error goes nowhere. Returns nil if it
  /// does not start, `input` has more than 16,000 bytes, or `programs` were ended.
  init?(
    _ path: String, _ arguments: [String], input: [UInt8], environment: [String: String],
    programs: LookupPrograms
  ) {
    var (given, printed): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // A pipe holds more than that, so that writing never waits.
    guard input.count <= 16_000, pipe(&given) == 0 else { return nil }
    defer { for end in given { close(end) } }
    guard pipe(&printed) == 0 else { return nil }
    guard given.count == 2, printed.count == 2 else { return nil }
    for end in given + printed { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let count = input.withUnsafeBytes { write(given[1], $0.baseAddress, $0.count) }
    let child = programs.begin {
      count == input.count ? Self.spawn(path, arguments, given[0], printed[1], environment) : nil
    }
    close(printed[1])
    guard let child else {
      close(printed[0])
      return nil
    }
    (self.child, self.programs) = (child, programs)
    descriptor = printed[0]
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ input: Int32, _ output: Int32,
    _ environment: [String: String]
  ) -> pid_t? {
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that are ignored or blocked here must not be so there.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(truncatingIfNeeded: POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    return posix_spawn(&child, path, &actions, &attributes, &argv, &variables) == 0 ? child : nil
  }

  /// Reads all that it prints, at most `most` bytes, and waits for its end, at most for `time`. To be
  /// called once.
  func output(most: Int, within time: Duration) -> Output {
    defer { close(descriptor) }
    let deadline = ContinuousClock.now + time
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let left = ContinuousClock.now.duration(to: deadline).components
      guard left.seconds >= 0, left.attoseconds >= 0 else { return ended(with: .tooLate) }
      var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
      let milliseconds = min(left.seconds, 1000) * 1000 + left.attoseconds / 1_000_000_000_000_000
      let ready = poll(&entry, 1, Int32(clamping: milliseconds + 1))
      if ready < 0, errno != EINTR { return ended(with: .tooLate) }
      guard ready > 0 else { continue }
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return ended(with: .tooLate)
      }
      // A program that closes its output may go on all the same.
      if count == 0 {
        return status(by: deadline).map { .ended($0, bytes) } ?? ended(with: .tooLate)
      }
      guard bytes.count + count <= most else { return ended(with: .tooMuch) }
      bytes += buffer.prefix(count)
    }
  }

  private func ended(with output: Output) -> Output {
    kill(child, SIGKILL)
    _ = status(by: nil)
    return output
  }

  /// Waits for its end. Returns the status with which it ended; nil if it did not by `deadline`.
  private func status(by deadline: ContinuousClock.Instant?) -> Int32? {
    var pause: UInt32 = 100
    while true {
      var status: Int32 = 0
      let ended = programs.reap(child) { waitpid(child, &status, WNOHANG) }
      if ended == child {
        // As wait(2) encodes it.
        let fatal = status & 0x7F
        return fatal == 0 ? (status >> 8) & 0xFF : 128 + fatal
      }
      if ended < 0 {
        if errno == EINTR { continue }
        return -1
      }
      if let deadline, ContinuousClock.now >= deadline { return nil }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }
}
