import Base
import Foundation

/// A child process without a terminal, whose output is read within limits.
struct ReadingChild {
  enum Output {
    /// The process exited with this code (-1 if unknown), or was ended by a signal (128 plus its
    /// number).
    case ended(Int32, [UInt8])
    /// The output exceeded the limit. The process was killed, and its output discarded.
    case tooMuch
    /// The process did not exit in time, or its output could not be read. It was killed, and its
    /// output discarded.
    case tooLate
  }

  private let child: pid_t
  private let descriptor: Int32
  private let programs: LookupPrograms

  /// Starts the program at `path` with `input` as its standard input; its standard error is
  /// discarded. Returns nil if it does not start, if `input` has more than 16,000 bytes, or after
  /// `programs.end()`.
  init?(
    _ path: String, _ arguments: [String], input: [UInt8], environment: [String: String],
    programs: LookupPrograms
  ) {
    // A pipe can hold more, so writing never blocks.
    guard input.count <= 16_000, let given = PipeEnds() else { return nil }
    defer { given.close() }
    guard let printed = PipeEnds() else { return nil }
    let count = input.withUnsafeBytes { write(given.writing, $0.baseAddress, $0.count) }
    let child = programs.begin {
      count == input.count
        ? ChildProcess(
          path, arguments, environment: environment, input: .descriptor(given.reading),
          output: .descriptor(printed.writing), error: .nothing)?.id : nil
    }
    close(printed.writing)
    guard let child else {
      close(printed.reading)
      return nil
    }
    (self.child, self.programs) = (child, programs)
    descriptor = printed.reading
  }

  /// Reads the output, at most `most` bytes, and waits for the process to exit, at most for `time`.
  /// Call once.
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
      // A process may close its output and continue to run.
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

  /// Waits for the process to exit. Returns its exit status, -1 if unknown; nil if it did not exit
  /// by `deadline`. Without `deadline`, waits without a limit.
  private func status(by deadline: ContinuousClock.Instant?) -> Int32? {
    var pause: UInt32 = 100
    while true {
      var status: Int32 = 0
      let ended = programs.reap(child) { waitpid(child, &status, WNOHANG) }
      if ended == child { return ChildProcess.exitStatus(status) }
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
