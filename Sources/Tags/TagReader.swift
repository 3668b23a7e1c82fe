package import Deadwax
package import ReaderProtocol

/// Watches one NFC reader and tells which tags come and go, for as long as it is asked to.
///
/// It has no thread: whoever owns it calls `step` again and again, always from the same thread. Each step ends within two
/// seconds, also when the reader is silent, so that stopping is a matter of not calling it again. One that writes a tag takes
/// as long as the tag does, up to four seconds for the largest, and gives signs of life in between.
///
/// A reader that fails three times in a row is closed and opened again, after growing pauses, without end. One that is
/// unplugged is waited for. Tags that lay on it through a short failure are not reported a second time.
package final class TagReader {
  /// Which reader to watch.
  package enum Source: Hashable, Sendable {
    case named(DeviceName)
    /// Whichever is plugged in, looked for anew each time one is opened.
    case automatic
  }

  /// As last reported.
  package private(set) var state = TagReaderState(.opening)
  /// The reader that is open.
  package var deviceName: DeviceName? { device?.name }

  private let source: Source
  private let pollPause: Duration
  private let find: () -> [TagDevice]
  private let clock: () -> Timestamp
  private let pulse: () -> Void
  private var orders = TagOrders()
  private var random = SystemRandomNumberGenerator()
  private var device: NFCDevice?
  private var backoff = Backoff()
  private var presence = Presence()
  private var failures = 0
  /// Since when no poll has worked; nil while they do.
  private var failingSince: ContinuousClock.Instant?
  private var wasStateReported = false

  /// - Parameters:
  ///   - source: which reader.
  ///   - pollPause: from the start of a poll to that of the next.
  ///   - find: what is plugged in, for `automatic`.
  ///   - clock: the wall time put on sights.
  ///   - pulse: called again and again within a step that takes long.
  package init(
    _ source: Source, pollPause: Duration = .milliseconds(50), find: @escaping () -> [TagDevice] = { TagDevice.find() },
    clock: @escaping () -> Timestamp = Timestamp.now, pulse: @escaping () -> Void = {}
  ) {
    self.source = source
    self.pollPause = pollPause
    self.find = find
    self.clock = clock
    self.pulse = pulse
  }

  /// Takes an order for a tag; its result is an event of a later step.
  ///
  /// - Parameters:
  ///   - order: what is to be done.
  ///   - time: when it came.
  ///   - report: is given the result if it is refused at once.
  package func take(
    _ order: TagOrder, at time: ContinuousClock.Instant = .now, report: (TagEvent) -> Void
  ) {
    orders.add(order, at: time, report: report)
  }

  /// Withdraws the order with this id, unless it has begun.
  package func cancel(_ id: String, report: (TagEvent) -> Void) { orders.cancel(id, report: report) }

  /// Gives every order its result, before the reader is closed for good.
  package func giveUpOrders(report: (TagEvent) -> Void) { orders.giveUp(report: report) }

  /// Of the time between two polls, what is a pause even when they take longer, as over many tags.
  private static let leastShare = 0.1
  /// Failures in a row after which a reader is opened anew.
  private static let failureLimit = 3
  /// So long a failing reader may last before what lay on it counts as gone.
  private static let memory = Duration.seconds(10)
  /// Between two looks for a reader that is not there.
  private static let absencePause = Duration.milliseconds(500)
  /// Between two attempts at one that may not be opened.
  private static let refusalPause = Duration.seconds(1)

  /// Does one piece of work: a poll, or an attempt to open the reader.
  ///
  /// - Parameter report: is given each event as soon as it is known.
  /// - Returns: how long to wait before the next step.
  package func step(report: (TagEvent) -> Void) -> Duration {
    if !wasStateReported {
      wasStateReported = true
      report(.state(state))
    }
    let pause = device.map { poll($0, report) } ?? open(report)
    if let failingSince, ContinuousClock.now - failingSince > Self.memory {
      for uid in presence.tags { presence.leave(uid, at: clock()).forEach(report) }
      // One that lies there still sleeps, and is found only in a field that was off.
      close()
    }
    orders.expire(at: .now, report: report)
    return pause
  }

  /// Closes the reader and sends the chip to sleep. Another step would open it again.
  package func close() { device = nil }

  private func poll(_ device: NFCDevice, _ report: (TagEvent) -> Void) -> Duration {
    let start = ContinuousClock.now
    do {
      try TagPoll(device: device, clock: clock).run(&presence, report: report)
      // Tags are seen, whatever becomes of an order.
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
          .stalled, reason: "The NFC reader stopped answering (\(error)).", hint: "It is being opened again."),
        report)
      return backoff.next(using: &random)
    }
  }

  /// Tries all candidates; the first one that answers is taken.
  private func open(_ report: (TagEvent) -> Void) -> Duration {
    let names: [DeviceName]
    switch source {
    case .named(let name): names = [name]
    case .automatic: names = find().map(\.name)
    }
    guard !names.isEmpty else {
      set(
        TagReaderState(
          .absent, reason: "No NFC reader is plugged in.", hint: "Plug in a PN532 on a USB serial adapter."), report)
      return Self.absencePause
    }
    var failure: TagError?
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

  /// Makes sure that the reader is there and nobody else's, before libnfc is asked to open it and says only that it could
  /// not. Nil where there is nothing to lock.
  private func lock(_ name: DeviceName) throws(TagError) -> PortLock? {
    if let path = name.path { return try PortLock(path) }
    if let bus = name.bus { try DeviceFile.check(bus) }
    if name.driver.hasSuffix("usb"), !find().contains(where: { $0.name.driver.hasSuffix("usb") }) {
      throw .absent(name.text)
    }
    return nil
  }

  /// Reports why there is no reader, and says when to try again.
  private func fail(_ error: TagError, _ report: (TagEvent) -> Void) -> Duration {
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
