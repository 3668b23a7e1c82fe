/// The chip's end of the serial line. It wakes up, parses frames, acknowledges, runs one command at a time, and
/// schedules the bytes for the host.
///
/// It has no clock and no thread: the caller passes the time. The rules are those of UM0701-02, 6.2.1.5 and 7.2: a
/// command is acknowledged at once. An acknowledgement or a new command from the host aborts the running one. A NACK
/// from the host repeats the last answer.
package struct ChipPort: Sendable {
  var chip: PN532
  private(set) var statistics = ChipStatistics()
  /// True if the chip neither receives nor sends, as if it had crashed.
  var isSilent = false
  var troubles = TroubleList()
  private(set) var trace = ChipTrace()

  private let timing: ChipTiming
  private var scanner = FrameScanner()
  private var wakeUp = WakeUp()
  private var lastReceived = Duration.zero
  private var outbox: [Outgoing] = []
  /// Delayed bytes, which are sent even if the host has started another command.
  private var strays: [Outgoing] = []
  /// The fault that applies to the running command.
  private var fault: ChipFault?
  private var search: Search?
  private var lastAnswer: [UInt8] = []

  private struct Outgoing {
    let due: Duration
    let bytes: [UInt8]
  }

  private struct Search {
    let code: UInt8
    let search: CardSearch
    let end: Duration?
    var next: Duration
  }

  /// Creates a chip that was just switched on, with an empty antenna.
  package init(timing: ChipTiming) {
    self.timing = timing
    chip = PN532(timing: timing)
  }

  /// The time at which `advance` must be called next; nil if only the host can cause an action.
  package var nextDue: Duration? {
    [outbox.first?.due, strays.first?.due, search?.next].compactMap(\.self).min()
  }

  /// The current baud rate in bits per second.
  package var speed: Int { chip.baud }

  /// Places a card on the antenna.
  package mutating func place(_ card: any VirtualCard) {
    chip.antenna.place(card)
    lookAgain()
  }

  mutating func powerCycle() {
    chip.powerCycle()
    scanner.reset()
    wakeUp = WakeUp()
    stop()
    strays = []
    lastAnswer = []
  }

  /// Receives bytes from the line.
  ///
  /// - Parameters:
  ///   - bytes: the received bytes.
  ///   - speed: the host's baud rate. At another rate than the chip's, the bytes are noise.
  ///   - now: the time since any fixed moment.
  package mutating func receive(_ bytes: [UInt8], speed: Int, at now: Duration) {
    trace.note(bytes, .toChip, at: now)
    if speed == chip.requestedBaud { agreeOnBaud() }
    guard !isSilent, speed == chip.baud else {
      statistics.lostBytes += bytes.count
      return
    }
    var bytes = bytes[...]
    if chip.isAsleep {
      guard let lost = wakeUp.listen(to: Array(bytes)) else { return statistics.lostBytes += bytes.count }
      chip.isAsleep = false
      statistics.wakeUps += 1
      bytes = bytes.dropFirst(lost)
    }
    // The rest of an incomplete frame is not expected after so long.
    if scanner.hasPart, now - lastReceived > .milliseconds(50) { scanner.reset() }
    lastReceived = now
    scanner.append(bytes)
    while let frame = scanner.next() { receive(frame, at: now) }
  }

  /// Carries out the actions that are due.
  ///
  /// - Parameter now: the time since any fixed moment, not earlier than in the previous call.
  /// - Returns: the bytes to send to the host now.
  package mutating func advance(to now: Duration) -> [UInt8] {
    if let running = search, running.next <= now { continueSearch(running, at: now) }
    let bytes = take(&strays, dueAt: now) + take(&outbox, dueAt: now)
    statistics.commandsOnAir = chip.antenna.commands
    guard !isSilent else { return [] }
    trace.note(bytes, .toHost, at: now)
    return bytes
  }

  private func take(_ queue: inout [Outgoing], dueAt now: Duration) -> [UInt8] {
    let count = queue.prefix { $0.due <= now }.count
    defer { queue.removeFirst(count) }
    return queue.prefix(count).flatMap(\.bytes)
  }

  /// Lets a running search try again at once, because the cards on the antenna changed.
  mutating func lookAgain() { search?.next = .zero }

  private mutating func receive(_ frame: HSUFrame, at now: Duration) {
    switch frame {
    case .acknowledge:
      if chip.requestedBaud != nil { return agreeOnBaud() }
      if search != nil || !outbox.isEmpty { statistics.aborted += 1 }
      stop()
    case .notAcknowledge:
      // An answer that is still to be sent need not be repeated.
      guard !lastAnswer.isEmpty, outbox.isEmpty else { return }
      statistics.repeated += 1
      send(lastAnswer, at: now)
    case .packet(HSUFrame.toChip, let body):
      guard let code = body.first else { return statistics.damagedFrames += 1 }
      run(code, Array(body.dropFirst()), frame: frame, at: now)
    case .packet, .damaged: statistics.damagedFrames += 1
    }
  }

  private mutating func run(_ code: UInt8, _ arguments: [UInt8], frame: HSUFrame, at now: Duration) {
    if search != nil || !outbox.isEmpty { statistics.aborted += 1 }
    stop()
    // A host that continues at this baud rate did not accept another one.
    chip.requestedBaud = nil
    let command = ChipCommand.table[code]
    statistics.note(command?.name ?? "unknown", code: code, arguments: arguments, at: now)
    fault = troubles.next(for: code)
    guard fault != .silent else { return }
    let arrived = now + timing.line(frame.bytes.count, baud: chip.baud)
    let acknowledge = fault?.acknowledgement ?? HSUFrame.acknowledge.bytes
    let acknowledged = arrived + timing.acknowledge + timing.line(acknowledge.count, baud: chip.baud)
    outbox.append(Outgoing(due: acknowledged, bytes: acknowledge))
    let start = acknowledged + timing.processing
    guard let command else { return complain(at: start) }
    switch chip.run(command, arguments) {
    case .answer(let data, let time): answer(code, data, at: start + time)
    case .searching(let wanted):
      search = Search(code: code, search: wanted, end: wanted.limit.map { start + $0 }, next: start)
    case .invalid: complain(at: start)
    }
  }

  private mutating func continueSearch(_ running: Search, at now: Duration) {
    if let (data, time) = chip.attempt(running.search.form) {
      search = nil
      answer(running.code, data, at: now + time)
    } else if let end = running.end, now >= end {
      search = nil
      answer(running.code, [0], at: now)
    } else {
      search?.next = min(
        now + (running.search.interval ?? ChipTiming.searchInterval), running.end ?? .seconds(Int64.max / 2))
    }
  }

  private mutating func answer(_ code: UInt8, _ data: [UInt8], at time: Duration) {
    lastAnswer = HSUFrame.packet(direction: HSUFrame.toHost, body: [code &+ 1] + data).bytes
    guard let fault else { return send(lastAnswer, at: time) }
    self.fault = nil
    guard let spoiled = fault.answer(to: code, data) else {
      troubles.putBack(fault, for: code)
      return send(lastAnswer, at: time)
    }
    if !spoiled.now.isEmpty { send(spoiled.now, at: time) }
    if !spoiled.late.isEmpty {
      strays.append(Outgoing(due: time + ChipFault.delay, bytes: spoiled.late))
      strays.sort { $0.due < $1.due }
    }
  }

  private mutating func complain(at time: Duration) {
    statistics.complaints += 1
    lastAnswer = HSUFrame.packet(direction: HSUFrame.complaint, body: []).bytes
    send(lastAnswer, at: time)
  }

  private mutating func send(_ bytes: [UInt8], at time: Duration) {
    outbox.append(Outgoing(due: time + timing.line(bytes.count, baud: chip.baud), bytes: bytes))
  }

  private mutating func stop() {
    outbox = []
    search = nil
    fault = nil
  }

  private mutating func agreeOnBaud() {
    guard let baud = chip.requestedBaud else { return }
    chip.baud = baud
    chip.requestedBaud = nil
  }
}
