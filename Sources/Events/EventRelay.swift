package import Deadwax
internal import Lanes
package import Storage

/// Tells everybody who listens what was committed, in the order of the journal and without a gap.
///
/// The journal is the only source: an event is told after its transaction is safe on disk, and a listener that comes
/// back resumes from the journal itself, however long it was away. Only what cannot stand in the journal, because
/// nothing can be written, is announced past it: to those who listen now, and to nobody later.
package final class EventRelay: Sendable {
  private let database: Database
  private let render: @Sendable (Event, ReadTransaction) throws -> [UInt8]
  private let state = Condition(State())
  private let heartbeat: Duration
  private let ended = Signal()

  private struct State {
    var hasNews = true
    var isStopping = false
    var nextListener = 0
    var joining: [Listener] = []
    var leaving: Set<Int> = []
    var announced: [[UInt8]] = []
  }

  /// So much is announced at once at most; what is older is no news any more.
  private static let announcedLimit = 256

  private struct Listener: Sendable {
    let number: Int
    /// The last event it has.
    var position: Int64
    let deliver: @Sendable ([UInt8]) -> Bool
  }

  /// - Parameters:
  ///   - database: whose journal is told.
  ///   - heartbeat: how often a listener hears something when there is nothing to tell.
  ///   - render: the bytes of one event as listeners get it; called once for each event on the relay's lane.
  package init(
    database: Database, heartbeat: Duration = .seconds(15),
    render: @escaping @Sendable (Event, ReadTransaction) throws -> [UInt8]
  ) {
    self.database = database
    self.render = render
    self.heartbeat = heartbeat
    _ = Lane("events") { [self] in
      run()
      ended.raise()
    }
  }

  /// Says that the journal has grown. Never blocks for long; may be called from any lane.
  package func wake() { state.update { $0.hasNews = true } }

  /// Tells something past the journal to everybody who listens now, at once and without an id: whoever resumes does not
  /// get it again. Never blocks for long; may be called from any lane.
  ///
  /// - Parameter bytes: whole events in the form of `text/event-stream`.
  package func announce(_ bytes: [UInt8]) {
    state.update { state in
      state.announced.append(bytes)
      if state.announced.count > Self.announcedLimit { state.announced.removeFirst() }
      state.hasNews = true
    }
  }

  /// Ends the relay's lane. Listeners hear nothing any more.
  package func stop() {
    state.update { $0.isStopping = true }
    ended.wait()
  }

  /// Begins to tell a listener. Whatever is committed after this has returned is told, however busy the relay is.
  ///
  /// - Parameters:
  ///   - position: the id of the last event it has; nil to hear only what comes from now on.
  ///   - deliver: takes whole events in the form of `text/event-stream`; false ends the listening. Must not block.
  /// - Returns: a number with which to leave.
  /// - Throws: what the database says when "now" cannot be read from it.
  package func listen(after position: Int64?, deliver: @escaping @Sendable ([UInt8]) -> Bool) throws -> Int {
    // "Now" is the caller's: on the relay's lane it would be later, and what lies between would be told to nobody.
    let position = try position ?? database.read { try $0.eventRange().newest }
    return state.update { state in
      state.nextListener += 1
      state.joining.append(Listener(number: state.nextListener, position: position, deliver: deliver))
      state.hasNews = true
      return state.nextListener
    }
  }

  package func leave(_ listener: Int) { state.update { $0.leaving.insert(listener) } }

  private func run() {
    var listeners: [Listener] = []
    var isBehind = false
    while true {
      let woken = state.wait(atMost: heartbeat) { state -> State? in
        guard state.hasNews || state.isStopping else { return nil }
        defer { (state.hasNews, state.joining, state.leaving, state.announced) = (false, [], [], []) }
        return state
      }
      guard let woken else {
        listeners.removeAll { !$0.deliver(Array(": \n\n".utf8)) }
        if isBehind { isBehind = !isTold(&listeners) }
        continue
      }
      if woken.isStopping { return }
      listeners += woken.joining
      listeners.removeAll { woken.leaving.contains($0.number) }
      // With nobody to tell there is nothing to read, however fast the journal grows.
      if listeners.isEmpty { continue }
      // First, for the journal may not even be read then.
      let announced = woken.announced.flatMap(\.self)
      if !announced.isEmpty { listeners.removeAll { !$0.deliver(announced) } }
      isBehind = !isTold(&listeners)
    }
  }

  /// False when the database could not be read, which its readiness tells; it is tried again at the next news or
  /// heartbeat.
  private func isTold(_ listeners: inout [Listener]) -> Bool { (try? tell(&listeners)) != nil }

  private func tell(_ listeners: inout [Listener]) throws {
    let (oldest, newest) = try database.read { try $0.eventRange() }
    for index in listeners.indices {
      let position = listeners[index].position
      // Older than what is kept, or of a database that was put back: the listener must load everything anew.
      if position > newest || position + 1 < oldest {
        listeners[index].position = newest
        _ = listeners[index].deliver(Array("id: \(newest)\nevent: reset\ndata: {}\n\n".utf8))
      }
    }
    while let from = listeners.map(\.position).min(), from < newest {
      let batch = try database.read { reading in
        try reading.events(after: from, limit: 256).map { ($0.id, try render($0, reading)) }
      }
      guard let last = batch.last?.0 else { return }
      listeners.removeAll { listener in
        let bytes = batch.drop { $0.0 <= listener.position }.flatMap(\.1)
        return !bytes.isEmpty && !listener.deliver(bytes)
      }
      for index in listeners.indices where listeners[index].position < last { listeners[index].position = last }
    }
  }
}
