import Deadwax
import NDEF
import ReaderProtocol
import Scanning
import StationLogic
import Storage
import TagJobs
import Testing
import Threads

extension SmallLibrary {
  static let uid = "04A2B3C4D5E680"
  static let other = "04111111111180"

  /// Returns a tag as a reader reports it.
  func present(
    _ uid: String = SmallLibrary.uid, access: Deadwax.Tag.Access? = .writable, content: Deadwax.Tag.Content? = .empty,
    code: OwnCode? = nil,
    fault: String? = nil, capacity: Int? = 137, reader: String = "nfc"
  ) throws -> PresentTag {
    PresentTag(
      uid: try #require(TagID(uid)), kind: "NTAG213", capacity: capacity, access: access, content: content, code: code,
      fault: fault, reader: reader, station: .hubStation, since: clock.withLock { $0 })
  }

  /// Puts a tag on the reader, and waits until its scan is in the history and all events were published.
  @discardableResult
  func lay(_ tag: PresentTag) throws -> Scan {
    let scan = try scan(tag.uid, .tagUID, written: tag.code?.description, fault: tag.fault, tag: tag)
    try settle()
    return scan
  }

  func take(_ tag: PresentTag) throws {
    tags.reportDeparture(tag.uid, from: tag.reader, at: tag.station)
    try settle()
  }

  /// Waits until everything pending is stored and published.
  func settle() throws {
    for _ in 0..<2 { try database.write { _ in } }
  }

  /// Waits for the result of a service call.
  func answer<T: Sendable>(
    _ request: (@escaping @Sendable (Result<T, any Error>) -> Void) throws -> Void
  ) throws -> T {
    let answer = Monitor<Result<T, any Error>?>(nil)
    try request { result in answer.update { $0 = result } }
    let result = try answer.wait { $0 }.get()
    try settle()
    return result
  }

  func order(_ wish: TagRequest, at station: Station.Name = .hubStation) throws -> TagJob {
    try answer { tags.order(wish, at: station, by: nil, then: $0) }
  }

  func answer(_ yes: Bool) throws -> StationState {
    try answer { scans.act(.answer(yes, reason: nil), at: hubStation, then: $0) }.state
  }

  func queue(_ choice: TagService.QueueChoice, seal: Bool = false) throws -> TagQueue {
    try answer { tags.makeQueue(choice, seal: seal, ifVersion: nil, at: hubStation, by: nil, then: $0) }
  }

  /// Returns the newest order that a reader received.
  func lastOrder() throws -> TagOrder { try #require(sent.withLock { $0.last?.order }) }

  var orders: [TagOrder] { sent.withLock { $0.compactMap(\.order) } }

  /// Reports a reader's result for an order.
  func report(
    _ outcome: Outcome.Code, of order: TagOrder, begun: Bool? = nil, writes: Int = 18, from reader: String = "nfc"
  ) throws {
    let isDone = [.done, .duplicate].contains(outcome.status)
    tags.took(
      ReaderMessage.Result(
        of: order.id, isDone: isDone, detail: "A sentence.", outcome: outcome.rawValue, hasBegun: begun ?? isDone,
        form: "full", writes: outcome == .tagUnchanged ? 0 : writes, reads: 4, milliseconds: 314), from: reader)
    try settle()
  }

  func job(_ order: TagOrder) throws -> TagJob {
    let id = try #require(TagJob.ID(order.id))
    return try #require(try database.read { try $0.tagJob(id) })
  }

  func tag(_ uid: String = SmallLibrary.uid) throws -> Deadwax.Tag? {
    let uid = try #require(TagID(uid))
    return try database.read { try $0.tag(uid) }
  }

  /// Returns the record that a tag is bound to by its UID alone.
  func named(_ uid: String = SmallLibrary.uid) throws -> CodeTarget? {
    let uid = try #require(TagID(uid))
    return try database.read { try $0.binding(of: uid)?.target }
  }

  func copy(_ number: Int) throws -> Copy {
    let key = Code.Key(class: .own, value: copies[number].description)
    return try #require(
      try database.read { reading in
        guard case .copy(let id)? = try reading.target(of: key) else { return nil }
        return try reading.copy(id)
      })
  }

  func state() throws -> StationState { try #require(try database.read { try $0.station(hubStation)?.state }) }
}
