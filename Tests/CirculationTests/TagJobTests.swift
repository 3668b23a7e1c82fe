import Circulation
import Deadwax
import Log
import ReaderProtocol
import Storage
import Testing
import Threads

/// Tests of jobs whose tag, reader or hub disappears.
@Suite(.timeLimit(.minutes(5)))
struct TagJobTests {
  let house: SmallLibrary

  init() throws { house = try SmallLibrary() }

  func begin() throws -> TagOrder {
    try house.switchTo(.write)
    try house.scan(house.copies[0])
    try house.lay(try house.present())
    return try house.lastOrder()
  }

  @Test func `a torn tag stays open past its time and is finished at its next tap, in any mode`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: true, writes: 3)
    #expect(try house.job(order).state == .torn)
    try house.take(try house.present())
    house.advance(.seconds(86_400))
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.job(order).state == .torn)
    try house.switchTo(.lookup)
    // The tag is empty, and its UID is not bound yet: the tap reports the write.
    let tap = try house.lay(try house.present(fault: "torn"))
    #expect(try tap.outcome.code == .tagWriting && tap.outcome.copy == house.copy(0).id)
    let again = try house.lastOrder()
    #expect(again.id == order.id && house.orders.count == 2)
    #expect(again.overwrite && again.patience == .seconds(30))
    try house.tell(.tagWritten, of: again)
    #expect(try house.named() == .copy(house.copy(0).id))
    #expect(try house.job(order).attempts == 2)
    #expect(try house.job(order).writes == 21)
  }

  @Test func `each state of a job is published when it is stored`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: true, writes: 3)
    try house.take(try house.present())
    try house.lay(try house.present(fault: "torn"))
    try house.tell(.tagWritten, of: try house.lastOrder())
    let told = house.told.withLock { $0 }
    #expect(told.map(\.state) == [.waiting, .writing, .torn, .writing, .done], "\(told.map(\.state))")
    #expect(told.last?.outcome == .tagWritten && told.allSatisfy { $0.station == house.desk })
    #expect(try told.last == house.job(order))
  }

  @Test func `a torn tag that was finished has the room that its reader found then`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: true)
    try house.take(try house.present())
    // A torn tag may report this.
    try house.lay(try house.present(content: .own, capacity: 14))
    let result = ReaderMessage.Result(
      of: order.id, isDone: true, detail: "A sentence.", outcome: Outcome.Code.tagWritten.rawValue, hasBegun: true,
      form: "full", kind: "NTAG213", capacity: 137, writes: 3, reads: 4, milliseconds: 100)
    house.tags.took(result, from: "nfc")
    try house.settle()
    let uid = try #require(TagUID(SmallLibrary.uid))
    #expect(house.tags.field.place(of: uid)?.tag.capacity == 137)
    // It is still on the reader, and is written again.
    #expect(try house.order(TagRequest(.erase, uid: uid, move: true)).state == .writing)
  }

  @Test func `foreign content written to a torn tag since is not overwritten`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: true)
    try house.take(try house.present())
    try house.lay(try house.present(content: .foreign))
    #expect(try house.lastOrder().overwrite == false)
  }

  @Test func `a reader that ends leaves its job torn, and the tag is finished when the reader is back`() throws {
    let order = try begin()
    house.tags.readerIsGone("nfc")
    try house.settle()
    #expect(try house.job(order).state == .torn)
    // The tag on the reader is not a new scan, but the job is sent anyway.
    house.tags.arrived(try house.present())
    try house.settle()
    #expect(house.orders.count == 2)
    #expect(try house.job(order).state == .writing)
  }

  @Test func `another reader's end touches nothing`() throws {
    let order = try begin()
    house.tags.readerIsGone("another")
    try house.settle()
    #expect(try house.job(order).state == .writing)
  }

  @Test func `a restarted hub finds its jobs torn`() throws {
    let order = try begin()
    let next = TagService(database: house.database, policies: LibraryPolicies(), logger: .silent, published: {})
    try next.recover()
    #expect(try house.job(order).state == .torn)
    let sent = house.sent
    next.connect { message, reader in sent.withLock { $0.append(SmallLibrary.Sent(message: message, reader: reader)) } }
    next.arrived(try house.present())
    try house.settle()
    #expect(house.orders.map(\.id) == [order.id, order.id])
  }

  @Test func `a job whose tag does not come ends at its time, and another tag gets nothing`() throws {
    let uid = try #require(TagUID(SmallLibrary.uid))
    let job = try house.order(TagRequest(.write, uid: uid, copy: try house.copy(0).id, patience: .seconds(60)))
    #expect(job.state == .waiting)
    try house.lay(try house.present(SmallLibrary.other))
    #expect(house.orders.isEmpty)
    house.advance(.seconds(59))
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.database.read { try $0.tagJob(job.id) }?.state == .waiting)
    house.advance(.seconds(1))
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.database.read { try $0.tagJob(job.id) }?.state == .expired)
    // Too late: the job is not sent even when the tag arrives.
    try house.lay(try house.present())
    #expect(house.orders.isEmpty)
    #expect(try house.named() == nil)
  }

  @Test func `a tag that comes before the clock has ticked, but after its time, is not written`() throws {
    let uid = try #require(TagUID(SmallLibrary.uid))
    let job = try house.order(TagRequest(.write, uid: uid, copy: try house.copy(0).id, patience: .seconds(60)))
    house.advance(.seconds(61))
    try house.lay(try house.present())
    #expect(house.orders.isEmpty)
    #expect(try house.database.read { try $0.tagJob(job.id) }?.state == .expired)
  }

  @Test func `a lost tag on which nothing was begun is waited for until its time`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: false, writes: 0)
    #expect(try house.job(order).state == .waiting)
    try house.take(try house.present())
    try house.lay(try house.present())
    #expect(house.orders.count == 2)
    house.advance(.seconds(61))
    try house.tell(.tagLost, of: try house.lastOrder(), begun: false, writes: 0)
    #expect(try house.job(order).state == .expired)
  }

  @Test func `a torn tag next to another waits until it is alone on the reader`() throws {
    let order = try begin()
    try house.tell(.tagLost, of: order, begun: true)
    try house.take(try house.present())
    try house.switchTo(.lookup)
    try house.lay(try house.present(SmallLibrary.other))
    try house.lay(try house.present())
    #expect(house.orders.count == 1)
    try house.take(try house.present(SmallLibrary.other))
    #expect(house.orders.count == 2)
  }

  @Test func `two tags that the reader finds end a job that has not begun, and tear one that has`() throws {
    let order = try begin()
    try house.tell(.twoTags, of: order, begun: false, writes: 0)
    #expect(try house.job(order).state == .failed)
    try house.take(try house.present())
    try house.scan(house.copies[0])
    try house.lay(try house.present())
    let second = try house.lastOrder()
    try house.tell(.tagLost, of: second, begun: true)
    try house.take(try house.present())
    try house.lay(try house.present())
    try house.tell(.twoTags, of: try house.lastOrder(), begun: false, writes: 0)
    #expect(try house.job(second).state == .torn)
  }

  @Test(arguments: [
    Outcome.Code.tagLocked, .tagType, .tagPassword, .tagTooSmall, .verifyFailed, .tagForeignContent,
  ])
  func `a refusal by the tag ends the job, and nothing is bound`(outcome: Outcome.Code) throws {
    let order = try begin()
    try house.tell(outcome, of: order, begun: outcome == .verifyFailed)
    let job = try house.job(order)
    #expect(job.state == .failed && job.outcome == outcome && job.detail == "A sentence.")
    #expect(try house.named() == nil)
    #expect(house.tags.counts == [outcome: 1])
  }

  @Test func `an unknown word is a reader's fault, and loses nothing`() throws {
    let order = try begin()
    house.tags.took(
      ReaderMessage.Result(of: order.id, isDone: false, outcome: "sneezed", hasBegun: true, writes: -5), from: "nfc")
    try house.settle()
    #expect(try house.job(order).state == .torn)
    #expect(try house.job(order).outcome == .readerFault)
    #expect(try house.job(order).writes == 0)
  }

  @Test func `a waiting job is cancelled at once, one that is written by its reader`() throws {
    let uid = try #require(TagUID(SmallLibrary.uid))
    let waiting = try house.order(TagRequest(.write, uid: uid, copy: try house.copy(0).id))
    #expect(try house.answer { house.tags.cancel(waiting.id, then: $0) }.state == .cancelled)
    #expect(throws: TagError.alreadyOver) { _ = try house.answer { house.tags.cancel(waiting.id, then: $0) } }
    let order = try begin()
    let id = try #require(TagJob.ID(order.id))
    #expect(try house.answer { house.tags.cancel(id, then: $0) }.state == .writing)
    #expect(house.sent.withLock { $0.last?.message } == .cancel(order.id))
    try house.tell(.cancelled, of: order, begun: false, writes: 0)
    #expect(try house.job(order).state == .cancelled)
  }

  @Test func `a job that a stopped reader returns is not cancelled`() throws {
    let order = try begin()
    try house.tell(.cancelled, of: order, begun: false, writes: 0)
    #expect(try house.job(order).state == .waiting)
    try house.take(try house.present())
    try house.lay(try house.present())
    #expect(house.orders.count == 2)
    try house.tell(.tagLost, of: order, begun: true)
    #expect(try house.job(order).state == .torn)
  }

  @Test func `a reader that repeats that it is ready gets no additional order`() throws {
    let order = try begin()
    house.tags.reader("nfc", isReady: true)
    try house.tell(.readerFault, of: order, begun: true)
    for _ in 0..<5 { house.tags.reader("nfc", isReady: true) }
    try house.settle()
    #expect(house.orders.count == 1)
    house.tags.reader("nfc", isReady: false)
    house.tags.reader("nfc", isReady: true)
    try house.settle()
    #expect(house.orders.count == 2)
  }

  @Test func `a tag that kills its reader at each write is tried eight times, and again when it is put back`()
    throws
  {
    let order = try begin()
    for _ in 0..<30 {
      house.tags.readerIsGone("nfc")
      house.tags.arrived(try house.present())
      try house.settle()
    }
    #expect(house.orders.count == 8)
    #expect(try house.job(order).state == .torn)
    try house.take(try house.present())
    try house.lay(try house.present())
    #expect(house.orders.count == 9)
  }

  @Test func `a result that cannot be stored is stored when there is space again`() throws {
    let order = try begin()
    // The database refuses every change of a job.
    try house.database.write {
      try $0.run("CREATE TRIGGER full BEFORE UPDATE ON tag_write BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    try house.tell(.tagWritten, of: order)
    #expect(try house.job(order).state == .writing)
    #expect(try house.named() == nil)
    try house.database.write { try $0.run("DROP TRIGGER full") }
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.job(order).state == .done)
    #expect(try house.named() == .copy(house.copy(0).id))
  }

  @Test func `an order that is never answered is torn in the end`() throws {
    let order = try begin()
    house.advance(.seconds(119))
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.job(order).state == .writing)
    house.advance(.seconds(2))
    house.tags.tick(at: house.clock.withLock { $0 })
    try house.settle()
    #expect(try house.job(order).state == .torn)
    // Its success still counts: only the tag itself could have reported it.
    try house.tell(.tagWritten, of: order)
    #expect(try house.job(order).state == .done)
  }

  @Test func `a bound tag names its copy also when it is empty or damaged`() throws {
    try house.tell(.tagWritten, of: try begin())
    try house.take(try house.present())
    try house.switchTo(.lookup)
    for tag in [try house.present(content: .empty), try house.present(content: nil, fault: "crc")] {
      let scan = try house.lay(tag)
      #expect(try scan.outcome.code == .found && scan.outcome.copy == house.copy(0).id)
      #expect(scan.reading.fault == tag.fault)
      #expect(try house.tag()?.fault == tag.fault)
      try house.take(tag)
    }
  }

  @Test func `a phone leaves nothing behind in the table of tags`() throws {
    try house.lay(try house.present("08010203", access: .unsupported, content: nil, capacity: nil))
    #expect(try house.count("tag") == 0)
  }
}
