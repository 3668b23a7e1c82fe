package import Deadwax
package import NDEF
package import ReaderProtocol

/// A driver of an NFC reader that reports the tags placed on it and removed.
///
/// It has no thread: the owner calls `step` repeatedly, always from the same thread. Each step ends within two seconds,
/// even if the reader does not answer, so the owner stops it by not calling `step` again. A step that writes a tag
/// takes up to four seconds for the largest tags, and calls `pulse` in between.
///
/// After three consecutive failures the reader is closed and opened again, with growing delays and without a limit. If
/// it is unplugged, `step` waits for it. Tags that stay on the reader during a short failure are not reported again.
package final class TagReader {
  /// The reader to watch.
  package enum Source: Hashable, Sendable {
    case named(DeviceName)
    /// Any attached reader; the search is repeated each time a reader is opened.
    case automatic
  }

  /// The state that was last reported.
  package private(set) var state = TagReaderState(.opening)
  /// The name of the open reader; nil if none is open.
  package var deviceName: DeviceName? { device?.name }

  private let source: Source
  private let pollPause: Duration
  private let memory: Duration
  private let find: () -> [TagDevice]
  private let clock: () -> Timestamp
  private let pulse: () -> Void
  private let addresses: [TagAddress]
  private var orders: TagOrders
  private var random = SystemRandomNumberGenerator()
  private var device: NFCDevice?
  private var backoff = ReconnectBackoff()
  private var presence = TagPresence()
  private var failures = 0
  /// The time since which no poll has succeeded; nil while polls succeed.
  private var failingSince: ContinuousClock.Instant?
  private var wasStateReported = false

  /// Creates a watch on a reader.
  ///
  /// - Parameters:
  ///   - source: the reader to watch.
  ///   - addresses: the addresses that identify a message as this library's own. Other content is replaced only by an
  ///     order that allows it.
  ///   - pollPause: the time from the start of a poll to the start of the next.
  ///   - memory: the duration of a failure after which the tags on the reader count as gone.
  ///   - find: a function that returns the attached readers, for `automatic`.
  ///   - clock: the wall clock for the times of sights.
  ///   - pulse: a function called repeatedly during a long step.
  package init(
    _ source: Source, addresses: [TagAddress], pollPause: Duration = .milliseconds(50), memory: Duration = .seconds(10),
    find: @escaping () -> [TagDevice] = { TagDevice.find() },
    clock: @escaping () -> Timestamp = Timestamp.now, pulse: @escaping () -> Void = {}
  ) {
    self.source = source
    self.addresses = addresses
    orders = TagOrders(addresses: addresses)
    self.pollPause = pollPause
    self.memory = memory
    self.find = find
    self.clock = clock
    self.pulse = pulse
  }

  /// Accepts an order for a tag. Its result is an event of a later step.
  ///
  /// - Parameters:
  ///   - order: the order.
  ///   - time: the time at which it was received.
  ///   - report: receives the result if the order is refused immediately.
  package func take(
    _ order: TagOrder, at time: ContinuousClock.Instant = .now, report: (TagEvent) -> Void
  ) {
    orders.add(order, at: time, report: report)
  }

  /// Cancels the order with this id, unless it has begun.
  package func cancel(_ id: String, report: (TagEvent) -> Void) { orders.cancel(id, report: report) }

  /// Ends every order with a result, before the reader is closed for good.
  package func giveUpOrders(report: (TagEvent) -> Void) { orders.giveUp(report: report) }

  /// The share of `pollPause` that remains a pause even if polls take longer, as with many tags.
  private static let leastShare = 0.1
  /// The number of consecutive failures after which a reader is opened again.
  private static let failureLimit = 3
  /// The pause between two searches for a reader that is not attached.
  private static let absencePause = Duration.milliseconds(500)
  /// The pause between two attempts to open a reader that may not be opened.
  private static let refusalPause = Duration.seconds(1)

  /// Carries out one unit of work: a poll, or an attempt to open the reader.
  ///
  /// - Parameter report: receives each event immediately.
  /// - Returns: the time to wait before the next step.
  package func step(report: (TagEvent) -> Void) -> Duration {
    if !wasStateReported {
      wasStateReported = true
      report(.state(state))
    }
    forgetIfFailing(report)
    let pause = device.map { poll($0, report) } ?? open(report)
    orders.expire(at: .now, report: report)
    return pause
  }

  /// Closes the reader and puts its chip to sleep. Another step would open it again.
  package func close() { device = nil }

  /// Reports the tags on a reader that has failed for too long as gone. The timer restarts with the next failure, so
  /// that a reader opened now is polled at least once.
  private func forgetIfFailing(_ report: (TagEvent) -> Void) {
    guard let since = failingSince, .now - since > memory else { return }
    failingSince = nil
    for uid in presence.tags { presence.leave(uid, at: clock()).forEach(report) }
    // A tag that is still on the reader is halted, and is found only after the field was off.
    close()
  }

  private func poll(_ device: NFCDevice, _ report: (TagEvent) -> Void) -> Duration {
    let start = ContinuousClock.now
    do {
      try TagPoll(device: device, addresses: addresses, clock: clock).run(&presence, report: report)
      // The poll succeeded, regardless of the outcome of an order.
      failingSince = nil
      if !orders.isEmpty, presence.isSettled {
        try orders.work(on: device, here: presence.found, pulse: pulse, report: report)
      }
      failures = 0
      backoff.reset()
      return max(pollPause - (.now - start), pollPause * Self.leastShare)
    } catch {
      failures += 1
      failingSince = failingSince ?? .now
      if device.isGone {
        close()
        return fail(.absent(device.name.path ?? device.name.text), report)
      }
      guard failures >= Self.failureLimit else { return pollPause }
      close()
      set(
        TagReaderState(
          .stalled, reason: "The NFC reader stopped responding (\(error)).", hint: "The program reopens it."),
        report)
      return backoff.next(using: &random)
    }
  }

  /// Tries to open the candidates in turn and uses the first one that answers.
  private func open(_ report: (TagEvent) -> Void) -> Duration {
    let names: [DeviceName]
    switch source {
    case .named(let name): names = [name]
    case .automatic: names = find().filter(\.isTakenByItself).map(\.name)
    }
    guard !names.isEmpty else {
      set(
        TagReaderState(
          .absent, reason: "No NFC reader is connected.", hint: "Connect a PN532 on a USB serial adapter."), report)
      return Self.absencePause
    }
    var failure: TagDeviceError?
    for name in names {
      do {
        let lock = try lock(name)
        if state.kind != .stalled { set(TagReaderState(.opening), report) }
        device = try NFCDevice(name, lock: lock)
        failures = 0
        set(TagReaderState(.ready, reason: "Reading tags on \(name).", hint: name.support), report)
        return .zero
      } catch {
        failure = failure ?? error
      }
    }
    failingSince = failingSince ?? .now
    guard let failure else { return Self.absencePause }
    return fail(failure, report)
  }

  /// Checks that the reader is attached and not in use before libnfc opens it, because libnfc reports only that opening
  /// failed. Returns nil if there is nothing to lock.
  private func lock(_ name: DeviceName) throws(TagDeviceError) -> PortLock? {
    if let path = name.path { return try PortLock(path) }
    if let bus = name.bus { try DeviceFile.check(bus) }
    if name.driver.hasSuffix("usb"), !find().contains(where: { $0.name.driver.hasSuffix("usb") }) {
      throw .absent(name.text)
    }
    return nil
  }

  /// Reports the reason there is no reader, and returns the time to wait before the next attempt.
  private func fail(_ error: TagDeviceError, _ report: (TagEvent) -> Void) -> Duration {
    set(TagReaderState(error), report)
    switch state.kind {
    case .absent:
      backoff.reset()
      return Self.absencePause
    case .failed: return Self.refusalPause
    case .stalled, .opening, .ready: return backoff.next(using: &random)
    }
  }

  private func set(_ new: TagReaderState, _ report: (TagEvent) -> Void) {
    guard new != state else { return }
    state = new
    report(.state(new))
  }
}
