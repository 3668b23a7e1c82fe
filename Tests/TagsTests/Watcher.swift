import Deadwax
import Lanes
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import VirtualChip

/// A reader at work on a lane of its own, and all it told.
final class Watcher: Sendable {
  struct Told: Sendable {
    let event: TagEvent
    let at: ContinuousClock.Instant
  }

  private let told = Condition<[Told]>([])
  private struct Said {
    var orders: [TagOrder] = []
    var cancelled: [String] = []
    var isOver = false
  }

  private let said = Condition(Said())
  private let lane: Lane

  init(
    _ source: TagReader.Source, pollPause: Duration = .milliseconds(5),
    find: @escaping @Sendable () -> [TagDevice] = { [] }
  ) {
    lane = Lane("watcher") { [told, said] in
      let reader = TagReader(source, pollPause: pollPause, find: find)
      let report: (TagEvent) -> Void = { event in told.update { $0.append(Told(event: event, at: .now)) } }
      while !said.read({ $0.isOver }) {
        let new = said.update { said in
          defer { (said.orders, said.cancelled) = ([], []) }
          return said
        }
        for order in new.orders { reader.take(order, report: report) }
        for id in new.cancelled { reader.cancel(id, report: report) }
        let pause = reader.step(report: report)
        if pause > .zero { _ = said.wait(atMost: pause) { $0.isOver || !$0.orders.isEmpty ? () : nil } }
      }
      for order in said.read({ $0.orders }) { reader.take(order, report: report) }
      reader.giveUpOrders(report: report)
      reader.close()
    }
  }

  convenience init(_ chip: VirtualChip, pollPause: Duration = .milliseconds(5)) throws {
    self.init(.named(try DeviceName.serial(chip.path ?? "")), pollPause: pollPause)
  }

  deinit { end() }

  func end() {
    said.update { $0.isOver = true }
    lane.join()
  }

  func order(_ order: TagOrder) { said.update { $0.orders.append(order) } }

  func cancel(_ id: String) { said.update { $0.cancelled.append(id) } }

  /// Waits for the result of an order.
  @discardableResult
  func result(of id: String, within limit: Duration = .seconds(10)) async throws -> ReaderMessage.Result {
    try await wait(for: "result of \(id)", within: limit) { told in
      told.lazy.compactMap(\.event.result).first { $0.of == id }
    }
  }

  /// Hands over an order, and waits for its result.
  func carryOut(_ order: TagOrder) async throws -> ReaderMessage.Result {
    self.order(order)
    return try await result(of: order.id)
  }

  var events: [TagEvent] { told.read { $0.map(\.event) } }
  var arrivals: [TagSight] { events.compactMap(\.arrival) }
  var results: [ReaderMessage.Result] { events.compactMap(\.result) }
  var departures: [TagSight] { events.compactMap(\.departure) }
  var states: [TagReaderState] { events.compactMap(\.state) }

  /// Waits until something can be picked from all that was told.
  func wait<Result: Sendable>(
    for what: String, within limit: Duration = .seconds(10), _ pick: @escaping @Sendable ([Told]) -> Result?
  ) async throws -> Result {
    let found = await onLane("wait for event") { [told] in told.wait(atMost: limit) { pick($0) } }
    guard let found else { throw TestFailure("\(what) did not come within \(limit); told: \(events)") }
    return found
  }

  /// Waits for so many arrivals, and returns the last.
  @discardableResult
  func arrival(_ number: Int = 1) async throws -> TagSight { try await arrivalAndTime(number).0 }

  func arrivalAndTime(_ number: Int) async throws -> (TagSight, ContinuousClock.Instant) {
    try await wait(for: "arrival \(number)") { told in Self.pick(number, from: told, \.arrival) }
  }

  @discardableResult
  func departure(_ number: Int = 1) async throws -> TagSight { try await departureAndTime(number).0 }

  func departureAndTime(_ number: Int) async throws -> (TagSight, ContinuousClock.Instant) {
    try await wait(for: "departure \(number)") { told in Self.pick(number, from: told, \.departure) }
  }

  private static func pick(
    _ number: Int, from told: [Told], _ part: (TagEvent) -> TagSight?
  ) -> (TagSight, ContinuousClock.Instant)? {
    var left = number
    for one in told {
      guard let sight = part(one.event) else { continue }
      left -= 1
      if left == 0 { return (sight, one.at) }
    }
    return nil
  }

  /// Waits for a state of a kind, told after so many other events.
  @discardableResult
  func state(
    _ kind: TagReaderState.Kind, after count: Int = 0, within limit: Duration = .seconds(10)
  ) async throws -> (TagReaderState, at: ContinuousClock.Instant) {
    try await wait(for: "state \(kind)", within: limit) { told in
      for one in told.dropFirst(count) {
        if let state = one.event.state, state.kind == kind { return (state, at: one.at) }
      }
      return nil
    }
  }
}

extension VirtualChip {
  /// Waits until the antenna was polled so many more times.
  func polls(_ count: Int) async throws {
    let before = statistics.commands["InListPassiveTarget"] ?? 0
    let done = await onLane("wait for polls") { [self] in
      wait(atMost: .seconds(30)) { ($0.commands["InListPassiveTarget"] ?? 0) >= before + count }
    }
    guard done else { throw TestFailure("the chip was not polled \(count) times") }
  }
}

extension TagEvent {
  var result: ReaderMessage.Result? { if case .result(let result) = self { result } else { nil } }
  var arrival: TagSight? { if case .arrived(let sight) = self { sight } else { nil } }
  var departure: TagSight? { if case .left(let sight, _) = self { sight } else { nil } }
  var state: TagReaderState? { if case .state(let state) = self { state } else { nil } }
}
