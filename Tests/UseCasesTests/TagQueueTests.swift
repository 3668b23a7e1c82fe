import Deadwax
import Execution
import Log
import ReaderProtocol
import Storage
import TagJobs
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct TagQueueTests {
  let library: SmallLibrary

  init() throws { library = try SmallLibrary() }

  /// Returns a separate tag for each number.
  func uid(_ number: Int) -> String { "0400000000\(number < 10 ? "0" : "")\(number)80" }

  func queue() throws -> TagQueue? { try library.database.read { try $0.tagQueue(library.hubStation) } }

  @Test func `laying down one tag after the other writes the copies in order`() throws {
    let made = try library.queue(.untagged)
    #expect(try made.total == 2 && made.next == library.copy(0).id)
    #expect(try library.state() == StationState(mode: .write))
    for number in 0..<2 {
      #expect(try library.lay(try library.present(uid(number))).outcome.copy == library.copy(number).id)
      #expect(try queue()?.job?.text == library.lastOrder().id)
      try library.report(.tagWritten, of: try library.lastOrder())
      // The queue stays at this copy until the tag is removed.
      #expect(try queue()?.isWritten == true && queue()?.next == library.copy(number).id)
      try library.take(try library.present(uid(number)))
      #expect(try queue()?.done == number + 1)
    }
    #expect(try queue()?.next == nil)
    // After the last copy the station behaves as without a queue.
    #expect(try library.lay(try library.present(uid(7))).outcome.code == .copyNeeded)
  }

  @Test func `a failing tag leaves the queue unchanged, and skipping continues`() throws {
    _ = try library.queue(.copies([try library.copy(1).id, try library.copy(0).id, try library.copy(1).id]))
    #expect(try queue()?.total == 2)
    try library.lay(try library.present(uid(1)))
    try library.report(.verifyFailed, of: try library.lastOrder(), begun: true)
    try library.take(try library.present(uid(1)))
    #expect(try queue()?.next == library.copy(1).id)
    #expect(try library.lay(try library.present(uid(2), access: .locked)).outcome.code == .tagLocked)
    try library.take(try library.present(uid(2)))
    #expect(try queue()?.next == library.copy(1).id)
    let skipped = try library.answer { library.tags.skipInQueue(ifVersion: nil, at: library.hubStation, then: $0) }
    #expect(try skipped.skipped == 1 && skipped.next == library.copy(0).id)
    try library.lay(try library.present(uid(3)))
    #expect(try library.job(try library.lastOrder()).copy == library.copy(0).id)
  }

  @Test func `the copy in hand takes precedence over the queue, which pauses in another mode`() throws {
    _ = try library.queue(.untagged)
    try library.scan(library.copies[1])
    try library.lay(try library.present(uid(1)))
    try library.report(.tagWritten, of: try library.lastOrder())
    #expect(try library.named(uid(1)) == .copy(library.copy(1).id))
    // The entry of that copy is done, although it was not its turn.
    try library.take(try library.present(uid(1)))
    #expect(try queue()?.done == 1 && queue()?.next == library.copy(0).id)
    try library.switchTo(.lookup)
    #expect(try library.lay(try library.present(uid(2))).outcome.code == .unknownTag)
    try library.take(try library.present(uid(2)))
    let back = try library.scan(Command.write.code)
    #expect(try back.outcome.code == .modeChanged && back.outcome.copy == library.copy(0).id)
  }

  @Test func `the next tag is the next copy's, though the removal of the written one was not reported`() throws {
    _ = try library.queue(.untagged)
    try library.lay(try library.present(uid(1)))
    try library.report(.tagWritten, of: try library.lastOrder())
    library.tags.reportEnd("nfc")
    try library.settle()
    #expect(try library.lay(try library.present(uid(2))).outcome.copy == library.copy(1).id)
  }

  @Test func `a queue survives the hub, ends with end, and seals on request`() throws {
    _ = try library.queue(.untagged, seal: true)
    let next = TagService(database: library.database, policies: LibraryPolicies(), logger: .silent, published: {})
    try next.recover()
    #expect(try queue()?.total == 2)
    try library.lay(try library.present(uid(1)))
    #expect(try library.lastOrder().seal != nil)
    try library.report(.tagWritten, of: try library.lastOrder())
    #expect(try library.tag(uid(1))?.isSealed == true)
    #expect(try library.scan(Command.end.code).outcome.code == .sessionEnded)
    #expect(try queue() == nil)
    #expect(throws: TagError.noQueue) {
      _ = try library.answer { library.tags.endQueue(ifVersion: nil, at: library.hubStation, then: $0) }
    }
    #expect(throws: TagError.noQueue) {
      _ = try library.answer { library.tags.skipInQueue(ifVersion: nil, at: library.hubStation, then: $0) }
    }
  }

  @Test func `skipping cancels what waits for the copy`() throws {
    _ = try library.queue(.untagged)
    let uid = try #require(TagID(uid(1)))
    let job = try library.order(TagRequest(.write, uid: uid, copy: try library.copy(0).id))
    _ = try library.answer { library.tags.skipInQueue(ifVersion: nil, at: library.hubStation, then: $0) }
    #expect(try library.database.read { try $0.tagJob(job.id) }?.state == .cancelled)
  }

  @Test func `a place's queue includes the places below it, and no copy with a tag`() throws {
    let (room, inside) = try library.database.write { [library] transaction in
      let room = Place(id: .new(at: transaction.now), kind: .room, name: "Room")
      let unit = Place(id: .new(at: transaction.now), parent: room.id, kind: .unit, name: "Unit")
      let shelf = Place(id: .new(at: transaction.now), parent: unit.id, kind: .shelf, name: "Shelf 9")
      for place in [room, unit, shelf] { try transaction.insert(place) }
      let copy = try #require(
        try transaction.target(of: Code.Key(class: .own, value: library.copies[1].description))?.copy)
      try transaction.move(copy, to: Location(place: shelf.id, placeName: shelf.name))
      return (room.id, copy)
    }
    #expect(try library.queue(.place(room)).next == inside)
    #expect(try queue()?.total == 1)
    try library.answer { library.tags.bind(try #require(TagID(uid(1))), to: .copy(inside), ifVersion: nil, then: $0) }
    #expect(throws: TagError.queueEmpty) { _ = try library.queue(.place(room)) }
    #expect(throws: TagError.noSuchPlace) { _ = try library.queue(.place(.new(at: Timestamp(milliseconds: 0)))) }
    #expect(throws: TagError.noSuchCopy) { _ = try library.queue(.copies([.new(at: Timestamp(milliseconds: 0))])) }
    // The previous queue continues.
    #expect(try queue()?.total == 1)
  }
}
