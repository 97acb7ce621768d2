import Dispatch

/// Limits how many connections read forms, and create pages, at the same time.
struct WorkSlots: Sendable {
  let forms: DispatchSemaphore
  let makers: DispatchSemaphore

  init(_ limits: Limits) {
    forms = DispatchSemaphore(value: limits.forms)
    makers = DispatchSemaphore(value: limits.makers)
  }
}

/// One connection on its own thread: reads requests and answers them in order.
final class Connection {
  private let socket: Socket
  private let reception: Reception
  private let visits: Visits
  private let slots: WorkSlots
  private let mark: (Connections.Mark) -> Void
  /// Bytes that were received but not parsed.
  private var bytes: [UInt8] = []

  private var limits: Limits { reception.requestGuard.limits }

  init(
    _ socket: Socket, _ reception: Reception, _ visits: Visits, _ slots: WorkSlots,
    mark: @escaping (Connections.Mark) -> Void
  ) {
    (self.socket, self.reception, self.visits) = (socket, reception, visits)
    (self.slots, self.mark) = (slots, mark)
  }

  func run() {
    do throws(Socket.End) {
      var isFirst = true
      while try answerNext(isFirst) { isFirst = false }
      linger()
    } catch {
      // The client is gone, or sent no request in time.
    }
  }

  /// Sends a refusal without reading a request.
  func refuse(_ refusal: RequestRefusal) {
    do throws(Socket.End) {
      _ = try send(WebAnswer(refusal))
      linger()
    } catch {}
  }

  /// Returns whether another request may follow.
  private func answerNext(_ isFirst: Bool) throws(Socket.End) -> Bool {
    mark(.waits)
    var deadline = ContinuousClock.now + (isFirst ? limits.headTime : limits.idleTime)
    if bytes.isEmpty { bytes = try socket.receive(by: deadline) }
    if !isFirst { deadline = .now + limits.headTime }
    var reader = HeadReader(cookieName: reception.requestGuard.cookieName, limits: limits)
    var step = reader.read(&bytes)
    while step == .needsMore {
      guard try receiveMore(by: deadline) else { return try send(WebAnswer(.tooSlow)) }
      step = reader.read(&bytes)
    }
    guard step == .isWhole else { return try send(WebAnswer(.headersTooLarge)) }
    guard let head = RequestHead(reader.head) else { return try send(WebAnswer(.malformed)) }
    return try answer(head)
  }

  private func answer(_ head: RequestHead) throws(Socket.End) -> Bool {
    let verdict = reception.requestGuard.verdict(on: head)
    var form: [UInt8] = []
    if verdict.isFromKnown { mark(.isKnown) }
    if case .page(_, let length?) = verdict {
      guard slots.forms.wait(timeout: .now()) == .success else {
        return try send(WebAnswer(.tooManyConnections))
      }
      defer { slots.forms.signal() }
      let deadline = ContinuousClock.now + limits.bodyTime
      bytes.reserveCapacity(length)
      while bytes.count < length {
        guard try receiveMore(by: deadline) else { return try send(WebAnswer(.tooSlow)) }
      }
      // Usually `bytes` contains only the form, which is then not copied.
      if bytes.count == length {
        swap(&form, &bytes)
      } else {
        form = Array(bytes.prefix(length))
        bytes.removeFirst(length)
      }
    }
    mark(.works)
    var answer = made(verdict, head.method, form)
    answer.closes = answer.closes || head.closes
    return try send(answer)
  }

  private func made(
    _ verdict: RequestGuard.Verdict, _ method: String, _ form: [UInt8]
  ) -> WebAnswer {
    if case .refused = verdict { return reception.answer(verdict, method: method) }
    slots.makers.wait()
    defer { slots.makers.signal() }
    guard case .page = verdict else { return reception.answer(verdict, method: method) }
    visits.begin()
    defer { visits.end() }
    return reception.answer(verdict, method: method, form: form)
  }

  /// Returns whether the connection stays open.
  private func send(_ answer: WebAnswer) throws(Socket.End) -> Bool {
    if answer.cookie != nil { mark(.isKnown) }
    try socket.send(answer.bytes, by: .now + limits.answerTime)
    return !answer.closes
  }

  /// Reads and drops input, so that a client that is still sending does not lose the answer.
  private func linger() {
    mark(.waits)
    socket.endSending()
    let deadline = ContinuousClock.now + limits.lingerTime
    var dropped = 0
    while dropped < limits.lingerSize, let more = try? socket.receive(by: deadline) {
      dropped += more.count
    }
  }

  /// Receives more bytes. Returns false if the deadline passes first.
  private func receiveMore(by deadline: ContinuousClock.Instant) throws(Socket.End) -> Bool {
    do throws(Socket.End) {
      bytes += try socket.receive(by: deadline)
      return true
    } catch {
      guard case .late = error else { throw error }
      return false
    }
  }
}

extension RequestGuard.Verdict {
  /// Whether the request certainly sent the valid cookie.
  fileprivate var isFromKnown: Bool {
    switch self {
    case .page, .entered: true
    case .enter, .refused: false
    }
  }
}
