package import Deadwax
package import Log
package import Storage
internal import Threads

/// The lights at the shelves: they show the slot of a copy for some seconds.
package final class Lights: Sendable {
  private struct State {
    /// The lit slot of each strip, and the time at which it goes out.
    var lit: [String: (order: LightOrder, end: ContinuousClock.Instant)] = [:]
    /// True while a thread switches lights: a slot that goes out must not do so after it was lit again.
    var isSwitching = false
    var isStopping = false

    /// The time at which the next slot goes out; nil if none is lit.
    var nextEnd: ContinuousClock.Instant? { lit.values.map(\.end).min() }

    /// Removes the slots whose time is over, and returns them.
    mutating func removeDue() -> [LightOrder] {
      let due = lit.filter { $0.value.end <= .now }
      for name in due.keys { lit[name] = nil }
      return due.values.map(\.order)
    }
  }

  /// The strips of the configuration.
  package let strips: [LightStrip]
  private let database: Database
  private let perform: @Sendable (LightOrder) throws(LightFault) -> Void
  private let logger: Logger
  private let state = Monitor(State())
  private let ended = Latch()

  /// - Parameters:
  ///   - strips: the strips of the configuration.
  ///   - database: the records.
  ///   - logger: the logger for the operator.
  ///   - perform: switches lights, and waits until they have answered.
  package init(
    _ strips: [LightStrip], database: Database, logger: Logger,
    perform: @escaping @Sendable (LightOrder) throws(LightFault) -> Void
  ) {
    self.strips = strips
    self.database = database
    self.logger = logger
    self.perform = perform
    guard !strips.isEmpty else {
      ended.raise()
      return
    }
    let (state, ended) = (state, ended)
    _ = DedicatedThread("lights") {
      while Self.awaitEnd(state) {
        Self.switching(state) {
          for order in state.update({ $0.removeDue() }) { Self.end(order, perform, logger) }
        }
      }
      ended.raise()
    }
  }

  /// Lights the slot of a copy, or the nearest place around it that has a light as a whole. What was lit on the same strip
  /// goes out before, and this does after its seconds.
  ///
  /// - Parameter id: the copy.
  /// - Returns: the switching that was made.
  /// - Throws: `LightFault`, or a `StorageError`.
  package func show(_ id: Copy.ID) throws -> LightOrder {
    let order = try order(for: id)
    try Self.switching(state) {
      let (isStopping, before) = state.update { ($0.isStopping, $0.lit.removeValue(forKey: order.strip.name)?.order) }
      guard !isStopping else { throw LightFault.failed("The hub is stopping.") }
      if let before, before != order { try perform(before.ended) }
      try perform(order)
      state.update { $0.lit[order.strip.name] = (order, .now + .seconds(order.strip.seconds)) }
    }
    return order
  }

  /// Switches off what is lit. Nothing is lit afterwards.
  package func stop() {
    state.update { $0.isStopping = true }
    ended.wait()
    Self.switching(state) {
      for one in state.read({ $0.lit.values.map(\.order) }) { Self.end(one, perform, logger) }
    }
  }

  /// Switches lights in turn. A light takes up to some seconds.
  private static func switching(_ state: Monitor<State>, _ body: () throws -> Void) rethrows {
    state.wait { state -> Void? in
      guard !state.isSwitching else { return nil }
      state.isSwitching = true
      return ()
    }
    defer { state.update { $0.isSwitching = false } }
    try body()
  }

  /// Waits until the time of a slot is over. Returns false once the lights are stopped.
  private static func awaitEnd(_ state: Monitor<State>) -> Bool {
    while true {
      let next = state.read(\.nextEnd)
      // Without a lit slot, only a change can be of interest.
      let limit = next.map { max(.zero, $0 - .now) } ?? .seconds(3600)
      let answer = state.wait(atMost: limit) { now -> Bool? in
        if now.isStopping { return false }
        if let end = now.nextEnd, end <= .now { return true }
        // A slot that goes out earlier may have come: the wait begins again.
        return now.nextEnd == next ? nil : true
      }
      if let answer { return answer }
    }
  }

  private static func end(
    _ order: LightOrder, _ perform: (LightOrder) throws(LightFault) -> Void, _ logger: Logger
  ) {
    do throws(LightFault) {
      try perform(order.ended)
    } catch {
      logger.warning("\(error)")
    }
  }

  /// Returns what has to be lit for a copy: the light of its slot, or that of the nearest place around it.
  private func order(for id: Copy.ID) throws -> LightOrder {
    try database.read { [strips] reading in
      guard let copy = try reading.copy(id) else { throw LightFault.noSuchCopy }
      guard copy.loan == nil else { throw LightFault.notThere("The copy is on loan.") }
      guard let location = copy.location, let place = try reading.place(location.place) else {
        throw LightFault.notThere("The copy has no place.")
      }
      let around = try reading.places(around: place)
      for (level, one) in ([place] + around.reversed()).enumerated() {
        let slot = level == 0 ? location.slotNumber : nil
        for strip in strips where strip.isOf(one) {
          guard let lights = strip.lights(of: slot) else { continue }
          return LightOrder(
            strip: strip, place: one.name, slot: strip.slots == nil ? nil : slot, lights: lights, isOn: true)
        }
      }
      throw LightFault.noLight
    }
  }
}

extension LightStrip {
  /// True if the configuration names this place, by its id or its name.
  fileprivate func isOf(_ place: Place) -> Bool {
    self.place == place.id.text || self.place.lowercased() == place.name.lowercased()
  }
}
