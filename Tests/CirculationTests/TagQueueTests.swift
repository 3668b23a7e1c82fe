import Circulation
import Deadwax
import Log
import ReaderProtocol
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct TagQueueTests {
  let house: SmallLibrary

  init() throws { house = try SmallLibrary() }

  /// Returns a separate tag for each number.
  func uid(_ number: Int) -> String { "0400000000\(number < 10 ? "0" : "")\(number)80" }

  func queue() throws -> TagQueue? { try house.database.read { try $0.tagQueue(house.desk) } }

  @Test func `laying down one tag after the other writes the copies in order`() throws {
    let made = try house.queue(.untagged)
    #expect(try made.total == 2 && made.next == house.copy(0).id)
    #expect(try house.state() == StationState(mode: .write))
    for number in 0..<2 {
      #expect(try house.lay(try house.present(uid(number))).outcome.copy == house.copy(number).id)
      #expect(try queue()?.job?.text == house.lastOrder().id)
      try house.tell(.tagWritten, of: try house.lastOrder())
      // The queue stays at this copy until the tag is removed.
      #expect(try queue()?.isWritten == true && queue()?.next == house.copy(number).id)
      try house.take(try house.present(uid(number)))
      #expect(try queue()?.done == number + 1)
    }
    #expect(try queue()?.next == nil)
    // After the last copy the station behaves as without a queue.
    #expect(try house.lay(try house.present(uid(7))).outcome.code == .copyNeeded)
  }

  @Test func `a failing tag leaves the queue unchanged, and skipping continues`() throws {
    _ = try house.queue(.copies([try house.copy(1).id, try house.copy(0).id, try house.copy(1).id]))
    #expect(try queue()?.total == 2)
    try house.lay(try house.present(uid(1)))
    try house.tell(.verifyFailed, of: try house.lastOrder(), begun: true)
    try house.take(try house.present(uid(1)))
    #expect(try queue()?.next == house.copy(1).id)
    #expect(try house.lay(try house.present(uid(2), access: .locked)).outcome.code == .tagLocked)
    try house.take(try house.present(uid(2)))
    #expect(try queue()?.next == house.copy(1).id)
    let skipped = try house.answer { house.tags.skipInQueue(at: house.desk, then: $0) }
    #expect(try skipped.skipped == 1 && skipped.next == house.copy(0).id)
    try house.lay(try house.present(uid(3)))
    #expect(try house.job(try house.lastOrder()).copy == house.copy(0).id)
  }

  @Test func `the copy in hand takes precedence over the queue, which pauses in another mode`() throws {
    _ = try house.queue(.untagged)
    try house.scan(house.copies[1])
    try house.lay(try house.present(uid(1)))
    try house.tell(.tagWritten, of: try house.lastOrder())
    #expect(try house.named(uid(1)) == .copy(house.copy(1).id))
    // The entry of that copy is done, although it was not its turn.
    try house.take(try house.present(uid(1)))
    #expect(try queue()?.done == 1 && queue()?.next == house.copy(0).id)
    try house.switchTo(.lookup)
    #expect(try house.lay(try house.present(uid(2))).outcome.code == .unknownTag)
    try house.take(try house.present(uid(2)))
    let back = try house.scan(Command.write.code)
    #expect(try back.outcome.code == .modeChanged && back.outcome.copy == house.copy(0).id)
  }

  @Test func `the next tag is the next copy's, though the removal of the written one was not reported`() throws {
    _ = try house.queue(.untagged)
    try house.lay(try house.present(uid(1)))
    try house.tell(.tagWritten, of: try house.lastOrder())
    house.tags.readerIsGone("nfc")
    try house.settle()
    #expect(try house.lay(try house.present(uid(2))).outcome.copy == house.copy(1).id)
  }

  @Test func `a queue survives the hub, ends with end, and seals on request`() throws {
    _ = try house.queue(.untagged, seal: true)
    let next = TagService(database: house.database, policies: LibraryPolicies(), logger: .silent, published: {})
    try next.recover()
    #expect(try queue()?.total == 2)
    try house.lay(try house.present(uid(1)))
    #expect(try house.lastOrder().seal != nil)
    try house.tell(.tagWritten, of: try house.lastOrder())
    #expect(try house.tag(uid(1))?.isSealed == true)
    #expect(try house.scan(Command.end.code).outcome.code == .sessionEnded)
    #expect(try queue() == nil)
    #expect(throws: TagError.noQueue) { _ = try house.answer { house.tags.endQueue(at: house.desk, then: $0) } }
    #expect(throws: TagError.noQueue) { _ = try house.answer { house.tags.skipInQueue(at: house.desk, then: $0) } }
  }

  @Test func `skipping cancels what waits for the copy`() throws {
    _ = try house.queue(.untagged)
    let uid = try #require(TagUID(uid(1)))
    let job = try house.order(TagRequest(.write, uid: uid, copy: try house.copy(0).id))
    _ = try house.answer { house.tags.skipInQueue(at: house.desk, then: $0) }
    #expect(try house.database.read { try $0.tagJob(job.id) }?.state == .cancelled)
  }

  @Test func `a place's queue includes the places below it, and no copy with a tag`() throws {
    let (room, inside) = try house.database.write { [house] transaction in
      let room = Place(id: .new(at: transaction.now), kind: .room, name: "Room")
      let unit = Place(id: .new(at: transaction.now), parent: room.id, kind: .unit, name: "Unit")
      let shelf = Place(id: .new(at: transaction.now), parent: unit.id, kind: .shelf, name: "Shelf 9")
      for place in [room, unit, shelf] { try transaction.insert(place) }
      let copy = try #require(
        try transaction.target(of: Code.Key(class: .own, value: house.copies[1].description))?.copy)
      try transaction.move(copy, to: Location(place: shelf.id, placeName: shelf.name))
      return (room.id, copy)
    }
    #expect(try house.queue(.place(room)).next == inside)
    #expect(try queue()?.total == 1)
    try house.answer { house.tags.bind(try #require(TagUID(uid(1))), to: .copy(inside), then: $0) }
    #expect(throws: TagError.queueEmpty) { _ = try house.queue(.place(room)) }
    #expect(throws: TagError.noSuchPlace) { _ = try house.queue(.place(.new(at: Timestamp(milliseconds: 0)))) }
    #expect(throws: TagError.noSuchCopy) { _ = try house.queue(.copies([.new(at: Timestamp(milliseconds: 0))])) }
    // The previous queue continues.
    #expect(try queue()?.total == 1)
  }
}
