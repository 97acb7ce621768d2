import Foundation

/// The size of a screen, in cells.
package struct ScreenSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// Reads the size of the terminal `descriptor`; 80 by 24 if unknown.
  package init(of descriptor: Int32) {
    var size = winsize()
    if ioctl(descriptor, UInt(truncatingIfNeeded: TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    {
      self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    } else {
      self.init(columns: 80, rows: 24)
    }
  }
}

/// Uses the whole screen of a terminal until `leave()` or deinitialization.
///
/// Afterward, restores the screen's earlier content and the terminal's settings, also if the
/// program is suspended or crashes.
package final class Screen {
  package enum Event: Sendable, Equatable {
    case key(Key)
    /// The screen must be drawn again: it has another size, or the program was stopped and
    /// continues.
    case resized
    /// The program must exit: the signal number, or 0 if the terminal is gone.
    case ended(Int32)
  }

  // Mode 2004 puts brackets around pasted text, so that `KeyDecoder` does not read it as keys.
  static let entering: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"
  static let leaving: StaticString =
    "\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let input: Int32
  private let output: Int32
  private let rendition: Rendition
  private let saved: termios
  private let signals: TerminalSignals
  private var decoder = KeyDecoder()
  private var events: [Event] = []
  private var isEntered = false
  private var isReleased = false
  private var shown: [String] = []

  /// Enters the screen; nil if either descriptor is not a terminal, or if the system has no pipe
  /// left.
  package init?(input: Int32 = 0, output: Int32 = 1, rendition: Rendition) {
    var settings = termios()
    guard isatty(output) == 1, tcgetattr(input, &settings) == 0, let signals = TerminalSignals()
    else { return nil }
    (self.input, self.output, self.rendition) = (input, output, rendition)
    (saved, self.signals) = (settings, signals)
    enter()
  }

  deinit { leave() }

  package var size: ScreenSize { ScreenSize(of: output) }

  /// Shows only these lines. Text that does not fit is cut.
  package func show(_ lines: [Line]) {
    let size = size
    var text = ""
    for row in 0..<size.rows {
      let line = lines.indices.contains(row) ? lines[row].clipped(to: size.columns) : Line()
      let rendered = line.rendered(rendition)
      if shown.indices.contains(row), shown[row] == rendered { continue }
      // Clears the row first: after a full line, the cursor is on the last cell, which clearing
      // would erase.
      text += "\u{1B}[\(row + 1);1H\u{1B}[K\(rendered)"
      while shown.count <= row { shown.append("") }
      shown[row] = rendered
    }
    if !text.isEmpty { send(text) }
  }

  package func next() -> Event {
    while events.isEmpty {
      var polled = [input, signals.descriptor].map {
        pollfd(fd: $0, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
      }
      let count = poll(&polled, nfds_t(polled.count), decoder.patience ?? -1)
      if count == 0 { events += decoder.flush().map(Event.key) }
      if count < 0, errno != EINTR { events.append(.ended(0)) }
      if polled[1].revents != 0 || count < 0 { takeSignals() }
      if count > 0, polled[0].revents != 0 { readKeys() }
    }
    return events.removeFirst()
  }

  /// Restores the terminal while `body` runs, which may run another program. Keys typed before this
  /// screen returns are dropped.
  package func outside<Value>(_ body: () throws -> Value) rethrows -> Value {
    restore()
    signal(SIGTSTP, SIG_DFL)
    defer {
      // SIGTERM and SIGHUP that arrived while `body` ran still end the program. Other signals were
      // for the other program.
      comeBack(endedBy: [SIGTERM, SIGHUP])
    }
    return try body()
  }

  /// Restores the terminal permanently.
  package func leave() {
    guard !isReleased else { return }
    isReleased = true
    restore()
    signals.release()
  }

  private func takeSignals() {
    for number in signals.arrived() {
      switch number {
      case SIGWINCH:
        // The terminal may have rewrapped its lines, so all are drawn again. Size changes in a row
        // become one event.
        shown = []
        if events.last != .resized { events.append(.resized) }
      case SIGTSTP:
        restore()
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        // `comeBack` also reads the SIGCONT and drops it.
        comeBack(endedBy: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
        events.append(.resized)
      case SIGCONT:
        // The program was stopped by a signal that is not handled, such as SIGSTOP.
        enter()
        dropInput()
        events.append(.resized)
      default: events.append(.ended(number))
      }
    }
  }

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(input, &bytes, bytes.count)
    if count > 0 {
      events += decoder.decode(bytes.prefix(count)).map(Event.key)
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      events.append(.ended(0))
    }
  }

  /// Enters the screen again. Drops the signals that arrived since the screen was left, except
  /// those in `numbers`.
  private func comeBack(endedBy numbers: Set<Int32>) {
    signals.take()
    enter()
    dropInput()
    events += signals.arrived().filter(numbers.contains).map(Event.ended)
  }

  /// Drops keys that were typed for another program's screen, and the terminal's late answers to
  /// that program. Dropping half an answer would turn its other half into keys, so this waits for
  /// 50 ms without input, but not longer than about one second.
  private func dropInput() {
    decoder = KeyDecoder()
    events.removeAll { if case .key = $0 { true } else { false } }
    let end = ContinuousClock.now + .seconds(1)
    repeat {
      tcflush(input, TCIFLUSH)
      var polled = pollfd(fd: input, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
      // Signals and a closed terminal are handled by the next read.
      let count = poll(&polled, 1, 50)
      if count == 0 || count > 0 && polled.revents & Int16(truncatingIfNeeded: POLLIN) == 0 {
        return
      }
    } while ContinuousClock.now < end
  }

  private func enter() {
    var raw = saved
    cfmakeraw(&raw)
    // Keys such as Ctrl-C still send signals, so that they reach the whole process group.
    raw.c_lflag |= tcflag_t(ISIG)
    EmergencyExit.arm(input, output, saved)
    _ = tcsetattr(input, TCSADRAIN, &raw)
    isEntered = true
    shown = []
    send("\(Self.entering)")
  }

  private func restore() {
    guard isEntered else { return }
    isEntered = false
    send("\(Self.leaving)")
    var settings = saved
    _ = tcsetattr(input, TCSADRAIN, &settings)
    EmergencyExit.disarm()
  }

  /// Writes text to the terminal. Ignores errors: if the terminal is gone, reading keys reports it.
  private func send(_ text: String) {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var state = pollfd(fd: output, events: Int16(truncatingIfNeeded: POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
