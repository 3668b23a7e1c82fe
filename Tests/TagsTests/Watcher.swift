import Deadwax
import NDEF
import ReaderProtocol
import Tags
import TestSupport
import Threads
import VirtualChip

/// A running reader on a lane of its own, with all its reported events.
final class Watcher: Sendable {
  private let reported = Monitor<[TagEvent]>([])
  private struct Said {
    var orders: [TagOrder] = []
    var cancelled: [String] = []
    var isOver = false
  }

  private let said = Monitor(Said())
  private let lane: DedicatedThread

  init(
    _ source: TagReader.Source, pollPause: Duration = .milliseconds(5), memory: Duration = .seconds(10),
    addresses: [TagAddress] = [.standard], find: @escaping @Sendable () -> [TagDevice] = { [] }
  ) {
    lane = DedicatedThread("watcher") { [reported, said] in
      let reader = TagReader(source, addresses: addresses, pollPause: pollPause, memory: memory, find: find)
      let report: (TagEvent) -> Void = { event in reported.update { $0.append(event) } }
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

  convenience init(
    _ chip: VirtualChip, pollPause: Duration = .milliseconds(5), memory: Duration = .seconds(10),
    addresses: [TagAddress] = [.standard]
  ) throws {
    self.init(
      .named(try DeviceName.serial(chip.path ?? "")), pollPause: pollPause, memory: memory,
      addresses: addresses)
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
  func result(of id: String, within limit: Duration = .seconds(100)) async throws -> ReaderMessage.Result {
    try await wait(for: "result of \(id)", within: limit) { reported in
      reported.lazy.compactMap(\.result).first { $0.of == id }
    }
  }

  /// Submits an order, and waits for its result.
  func carryOut(_ order: TagOrder) async throws -> ReaderMessage.Result {
    self.order(order)
    return try await result(of: order.id)
  }

  var events: [TagEvent] { reported.read { $0 } }
  var arrivals: [TagStay] { events.compactMap(\.arrival) }
  var results: [ReaderMessage.Result] { events.compactMap(\.result) }
  var departures: [TagStay] { events.compactMap(\.departure) }
  var states: [TagReaderState] { events.compactMap(\.state) }

  /// Waits until a value can be derived from the reported events.
  func wait<Result: Sendable>(
    for what: String, within limit: Duration = .seconds(100), _ pick: @escaping @Sendable ([TagEvent]) -> Result?
  ) async throws -> Result {
    let found = await onLane("wait for event") { [reported] in reported.wait(atMost: limit) { pick($0) } }
    guard let found else { throw TestFailure("\(what) did not come within \(limit); reported: \(events)") }
    return found
  }

  /// Waits for the given number of arrivals, and returns the last.
  @discardableResult
  func arrival(_ number: Int = 1) async throws -> TagStay {
    try await wait(for: "arrival \(number)") { reported in reported.compactMap(\.arrival).dropFirst(number - 1).first }
  }

  @discardableResult
  func departure(_ number: Int = 1) async throws -> TagStay {
    try await wait(for: "departure \(number)") { reported in
      reported.compactMap(\.departure).dropFirst(number - 1).first
    }
  }

  /// Waits for a state of a kind, reported after the given number of events.
  @discardableResult
  func state(_ kind: TagReaderState.Kind, after count: Int = 0) async throws -> TagReaderState {
    try await wait(for: "state \(kind)") { reported in
      reported.dropFirst(count).lazy.compactMap(\.state).first { $0.kind == kind }
    }
  }
}

extension VirtualChip {
  /// Waits until the antenna was polled the given number of times.
  func polls(_ count: Int) async throws {
    let before = statistics.commands["InListPassiveTarget"] ?? 0
    let done = await onLane("wait for polls") { [self] in
      wait(atMost: .seconds(300)) { ($0.commands["InListPassiveTarget"] ?? 0) >= before + count }
    }
    guard done else { throw TestFailure("the chip was not polled \(count) times") }
  }
}

extension TagEvent {
  var result: ReaderMessage.Result? { if case .result(let result) = self { result } else { nil } }
  var arrival: TagStay? { if case .arrived(let sight) = self { sight } else { nil } }
  var departure: TagStay? { if case .left(let sight, _) = self { sight } else { nil } }
  var state: TagReaderState? { if case .state(let state) = self { state } else { nil } }
}
