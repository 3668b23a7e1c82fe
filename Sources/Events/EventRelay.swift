package import Deadwax
package import Storage
internal import Threads

/// Delivers committed events to all listeners, in the order of the journal and without a gap.
///
/// The journal is the only source: an event is delivered after its transaction is safe on disk. A listener that
/// reconnects resumes from the journal itself, however long it was disconnected. The exception is an announcement that
/// cannot be stored because the database cannot be written. It bypasses the journal and reaches only the current
/// listeners.
package final class EventRelay: Sendable {
  let database: Database
  let render: @Sendable (Event, ReadTransaction) throws -> [UInt8]
  private let state = Monitor(State())
  private let heartbeat: Duration
  private let ended = Latch()

  private struct State {
    var hasNotices = true
    var isStopping = false
    var nextListener = 0
    var joining: [Listener] = []
    var leaving: Set<Int> = []
    var announced: [[UInt8]] = []
  }

  /// The maximum number of waiting announcements. Older ones are dropped.
  private static let announcedLimit = 256

  struct Listener: Sendable {
    let number: Int
    /// The id of the last event that the listener has received.
    var position: Int64
    /// The only station whose events the listener receives, besides those of no station. Nil for all.
    let station: Station.Name?
    let deliver: @Sendable ([UInt8]) -> Bool
  }

  /// Starts the relay's lane.
  ///
  /// - Parameters:
  ///   - database: the database with the journal.
  ///   - heartbeat: the time after which listeners receive an empty comment if there is no event.
  ///   - render: encodes one event for the listeners. It is called once for each event, on the relay's lane.
  package init(
    database: Database, heartbeat: Duration = .seconds(15),
    render: @escaping @Sendable (Event, ReadTransaction) throws -> [UInt8]
  ) {
    self.database = database
    self.render = render
    self.heartbeat = heartbeat
    _ = DedicatedThread("events") { [self] in
      run()
      ended.raise()
    }
  }

  /// Reports that the journal has grown. Returns quickly and can be called on any lane.
  package func wake() { state.update { $0.hasNotices = true } }

  /// Sends an announcement to all current listeners at once, without the journal and without an id. A listener that
  /// resumes later does not receive it. Returns quickly and can be called on any lane.
  ///
  /// - Parameter bytes: complete events in the form of `text/event-stream`.
  package func announce(_ bytes: [UInt8]) {
    state.update { state in
      state.announced.append(bytes)
      if state.announced.count > Self.announcedLimit { state.announced.removeFirst() }
      state.hasNotices = true
    }
  }

  /// Ends the relay's lane. Listeners receive nothing afterwards.
  package func stop() {
    state.update { $0.isStopping = true }
    ended.wait()
  }

  /// Adds a listener. It receives every event committed after this call returns, however busy the relay is.
  ///
  /// - Parameters:
  ///   - position: the id of the last event that the listener has, nil to receive only new events.
  ///   - station: the only station whose events are delivered, besides those of no station. Nil for all.
  ///   - deliver: receives complete events in the form of `text/event-stream`. Returns false to remove the listener. It
  ///     must not block.
  /// - Returns: the number to pass to `leave`.
  /// - Throws: the error of the database if the newest id cannot be read.
  package func listen(
    after position: Int64?, at station: Station.Name? = nil, deliver: @escaping @Sendable ([UInt8]) -> Bool
  ) throws -> Int {
    // The position is read here and not on the relay's lane: later, events committed in between would be missed.
    let position = try position ?? database.read { try $0.eventRange().newest }
    return state.update { state in
      state.nextListener += 1
      state.joining.append(
        Listener(number: state.nextListener, position: position, station: station, deliver: deliver))
      state.hasNotices = true
      return state.nextListener
    }
  }

  package func leave(_ listener: Int) { state.update { $0.leaving.insert(listener) } }

  private func run() {
    var listeners: [Listener] = []
    var isBehind = false
    while true {
      let woken = state.wait(atMost: heartbeat) { state -> State? in
        guard state.hasNotices || state.isStopping else { return nil }
        defer { (state.hasNotices, state.joining, state.leaving, state.announced) = (false, [], [], []) }
        return state
      }
      guard let woken else {
        listeners.removeAll { !$0.deliver(Array(": \n\n".utf8)) }
        if isBehind { isBehind = !isReported(&listeners) }
        continue
      }
      if woken.isStopping { return }
      listeners += woken.joining
      listeners.removeAll { woken.leaving.contains($0.number) }
      // Without listeners nothing is read, however fast the journal grows.
      if listeners.isEmpty { continue }
      // Announcements are delivered first, since the journal may not even be readable.
      let announced = woken.announced.flatMap(\.self)
      if !announced.isEmpty { listeners.removeAll { !$0.deliver(announced) } }
      isBehind = !isReported(&listeners)
    }
  }

  /// Delivers the events. Returns false if the database could not be read, which its readiness reports. The relay
  /// retries at the next event or heartbeat.
  private func isReported(_ listeners: inout [Listener]) -> Bool { (try? resume(&listeners)) != nil }
}
