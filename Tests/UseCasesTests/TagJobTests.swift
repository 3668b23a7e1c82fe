import Deadwax
import Execution
import Intake
import Log
import ReaderProtocol
import Storage
import TagJobs
import Testing
import Threads

/// Tests of jobs whose tag, reader or hub disappears.
@Suite(.timeLimit(.minutes(5)))
struct TagJobTests {
  let library: SmallLibrary

  init() throws { library = try SmallLibrary() }

  func begin() throws -> TagOrder {
    try library.switchTo(.write)
    try library.scan(library.copies[0])
    try library.lay(try library.present())
    return try library.lastOrder()
  }

  @Test func `a torn tag stays open past its time and is finished at its next tap, in any mode`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: true, writes: 3)
    #expect(try library.job(order).state == .torn)
    try library.take(try library.present())
    library.advance(.seconds(86_400))
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.job(order).state == .torn)
    try library.switchTo(.lookup)
    // The tag is empty, and its UID is not bound yet: the tap reports the write.
    let tap = try library.lay(try library.present(fault: "torn"))
    #expect(try tap.outcome.code == .tagWriting && tap.outcome.copy == library.copy(0).id)
    let again = try library.lastOrder()
    #expect(again.id == order.id && library.orders.count == 2)
    #expect(again.overwrite && again.patience == .seconds(30))
    try library.report(.tagWritten, of: again)
    #expect(try library.named() == .copy(library.copy(0).id))
    #expect(try library.job(order).attempts == 2)
    #expect(try library.job(order).writes == 21)
  }

  @Test func `each state of a job is published when it is stored`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: true, writes: 3)
    try library.take(try library.present())
    try library.lay(try library.present(fault: "torn"))
    try library.report(.tagWritten, of: try library.lastOrder())
    let reported = library.reported.withLock { $0 }
    #expect(reported.map(\.state) == [.waiting, .writing, .torn, .writing, .done], "\(reported.map(\.state))")
    #expect(reported.last?.outcome == .tagWritten && reported.allSatisfy { $0.station == library.hubStation })
    #expect(try reported.last == library.job(order))
  }

  @Test func `a torn tag that was finished has the room that its reader found then`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: true)
    try library.take(try library.present())
    // A torn tag may report this.
    try library.lay(try library.present(content: .own, capacity: 14))
    let result = ReaderMessage.Result(
      of: order.id, isDone: true, detail: "A sentence.", outcome: Outcome.Code.tagWritten.rawValue, hasBegun: true,
      form: "full", kind: "NTAG213", capacity: 137, writes: 3, reads: 4, milliseconds: 100)
    library.tags.took(result, from: "nfc")
    try library.settle()
    let uid = try #require(TagID(SmallLibrary.uid))
    #expect(library.tags.presence.place(of: uid)?.tag.capacity == 137)
    // It is still on the reader, and is written again.
    #expect(try library.order(TagRequest(.erase, uid: uid, move: true)).state == .writing)
  }

  @Test func `foreign content written to a torn tag since is not overwritten`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: true)
    try library.take(try library.present())
    try library.lay(try library.present(content: .foreign))
    #expect(try library.lastOrder().overwrite == false)
  }

  @Test func `a reader that ends leaves its job torn, and the tag is finished when the reader is back`() throws {
    let order = try begin()
    library.tags.reportEnd("nfc")
    try library.settle()
    #expect(try library.job(order).state == .torn)
    // The tag on the reader is not a new scan, but the job is sent anyway.
    library.tags.reportStay(try library.present())
    try library.settle()
    #expect(library.orders.count == 2)
    #expect(try library.job(order).state == .writing)
  }

  @Test func `another reader's end touches nothing`() throws {
    let order = try begin()
    library.tags.reportEnd("another")
    try library.settle()
    #expect(try library.job(order).state == .writing)
  }

  @Test func `a restarted hub finds its jobs torn`() throws {
    let order = try begin()
    let next = TagService(database: library.database, policies: LibraryPolicies(), logger: .silent, published: {})
    try next.recover()
    #expect(try library.job(order).state == .torn)
    let sent = library.sent
    next.connect { message, reader in sent.withLock { $0.append(SmallLibrary.Sent(message: message, reader: reader)) } }
    next.reportStay(try library.present())
    try library.settle()
    #expect(library.orders.map(\.id) == [order.id, order.id])
  }

  @Test func `a job whose tag does not come ends at its time, and another tag gets nothing`() throws {
    let uid = try #require(TagID(SmallLibrary.uid))
    let job = try library.order(TagRequest(.write, uid: uid, copy: try library.copy(0).id, patience: .seconds(60)))
    #expect(job.state == .waiting)
    try library.lay(try library.present(SmallLibrary.other))
    #expect(library.orders.isEmpty)
    library.advance(.seconds(59))
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.database.read { try $0.tagJob(job.id) }?.state == .waiting)
    library.advance(.seconds(1))
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.database.read { try $0.tagJob(job.id) }?.state == .expired)
    // Too late: the job is not sent even when the tag arrives.
    try library.lay(try library.present())
    #expect(library.orders.isEmpty)
    #expect(try library.named() == nil)
  }

  @Test func `a tag that comes before the clock has ticked, but after its time, is not written`() throws {
    let uid = try #require(TagID(SmallLibrary.uid))
    let job = try library.order(TagRequest(.write, uid: uid, copy: try library.copy(0).id, patience: .seconds(60)))
    library.advance(.seconds(61))
    try library.lay(try library.present())
    #expect(library.orders.isEmpty)
    #expect(try library.database.read { try $0.tagJob(job.id) }?.state == .expired)
  }

  @Test func `a lost tag on which nothing was begun is waited for until its time`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: false, writes: 0)
    #expect(try library.job(order).state == .waiting)
    try library.take(try library.present())
    try library.lay(try library.present())
    #expect(library.orders.count == 2)
    library.advance(.seconds(61))
    try library.report(.tagLost, of: try library.lastOrder(), begun: false, writes: 0)
    #expect(try library.job(order).state == .expired)
  }

  @Test func `a torn tag next to another waits until it is alone on the reader`() throws {
    let order = try begin()
    try library.report(.tagLost, of: order, begun: true)
    try library.take(try library.present())
    try library.switchTo(.lookup)
    try library.lay(try library.present(SmallLibrary.other))
    try library.lay(try library.present())
    #expect(library.orders.count == 1)
    try library.take(try library.present(SmallLibrary.other))
    #expect(library.orders.count == 2)
  }

  @Test func `two tags that the reader finds end a job that has not begun, and tear one that has`() throws {
    let order = try begin()
    try library.report(.twoTags, of: order, begun: false, writes: 0)
    #expect(try library.job(order).state == .failed)
    try library.take(try library.present())
    try library.scan(library.copies[0])
    try library.lay(try library.present())
    let second = try library.lastOrder()
    try library.report(.tagLost, of: second, begun: true)
    try library.take(try library.present())
    try library.lay(try library.present())
    try library.report(.twoTags, of: try library.lastOrder(), begun: false, writes: 0)
    #expect(try library.job(second).state == .torn)
  }

  @Test(arguments: [
    Outcome.Code.tagLocked, .tagType, .tagPassword, .tagTooSmall, .verifyFailed, .tagForeignContent,
  ])
  func `a refusal by the tag ends the job, and nothing is bound`(outcome: Outcome.Code) throws {
    let order = try begin()
    try library.report(outcome, of: order, begun: outcome == .verifyFailed)
    let job = try library.job(order)
    #expect(job.state == .failed && job.outcome == outcome && job.detail == "A sentence.")
    #expect(try library.named() == nil)
    #expect(library.tags.counts == [outcome: 1])
  }

  @Test func `an unknown word is a reader's fault, and loses nothing`() throws {
    let order = try begin()
    library.tags.took(
      ReaderMessage.Result(of: order.id, isDone: false, outcome: "sneezed", hasBegun: true, writes: -5), from: "nfc")
    try library.settle()
    #expect(try library.job(order).state == .torn)
    #expect(try library.job(order).outcome == .readerFault)
    #expect(try library.job(order).writes == 0)
  }

  @Test func `a waiting job is cancelled at once, one that is written by its reader`() throws {
    let uid = try #require(TagID(SmallLibrary.uid))
    let waiting = try library.order(TagRequest(.write, uid: uid, copy: try library.copy(0).id))
    #expect(try library.answer { library.tags.cancel(waiting.id, then: $0) }.state == .cancelled)
    #expect(throws: TagError.alreadyOver) { _ = try library.answer { library.tags.cancel(waiting.id, then: $0) } }
    let order = try begin()
    let id = try #require(TagJob.ID(order.id))
    #expect(try library.answer { library.tags.cancel(id, then: $0) }.state == .writing)
    #expect(library.sent.withLock { $0.last?.message } == .cancel(order.id))
    try library.report(.cancelled, of: order, begun: false, writes: 0)
    #expect(try library.job(order).state == .cancelled)
  }

  @Test func `a job that a stopped reader returns is not cancelled`() throws {
    let order = try begin()
    try library.report(.cancelled, of: order, begun: false, writes: 0)
    #expect(try library.job(order).state == .waiting)
    try library.take(try library.present())
    try library.lay(try library.present())
    #expect(library.orders.count == 2)
    try library.report(.tagLost, of: order, begun: true)
    #expect(try library.job(order).state == .torn)
  }

  @Test func `a reader that repeats that it is ready gets no additional order`() throws {
    let order = try begin()
    library.tags.reader("nfc", isReady: true)
    try library.report(.readerFault, of: order, begun: true)
    for _ in 0..<5 { library.tags.reader("nfc", isReady: true) }
    try library.settle()
    #expect(library.orders.count == 1)
    library.tags.reader("nfc", isReady: false)
    library.tags.reader("nfc", isReady: true)
    try library.settle()
    #expect(library.orders.count == 2)
  }

  @Test func `a tag that kills its reader at each write is tried eight times, and again when it is put back`()
    throws
  {
    let order = try begin()
    for _ in 0..<30 {
      library.tags.reportEnd("nfc")
      library.tags.reportStay(try library.present())
      try library.settle()
    }
    #expect(library.orders.count == 8)
    #expect(try library.job(order).state == .torn)
    try library.take(try library.present())
    try library.lay(try library.present())
    #expect(library.orders.count == 9)
  }

  @Test func `a result that cannot be stored is stored when there is space again`() throws {
    let order = try begin()
    // The database refuses every change of a job.
    try library.database.write {
      try $0.run("CREATE TRIGGER full BEFORE UPDATE ON tag_write BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    try library.report(.tagWritten, of: order)
    #expect(try library.job(order).state == .writing)
    #expect(try library.named() == nil)
    try library.database.write { try $0.run("DROP TRIGGER full") }
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.job(order).state == .done)
    #expect(try library.named() == .copy(library.copy(0).id))
  }

  @Test func `an order that is never answered is torn in the end`() throws {
    let order = try begin()
    library.advance(.seconds(119))
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.job(order).state == .writing)
    library.advance(.seconds(2))
    library.tags.tick(at: library.clock.withLock { $0 })
    try library.settle()
    #expect(try library.job(order).state == .torn)
    // Its success still counts: only the tag itself could have reported it.
    try library.report(.tagWritten, of: order)
    #expect(try library.job(order).state == .done)
  }

  @Test func `a bound tag names its copy also when it is empty or damaged`() throws {
    try library.report(.tagWritten, of: try begin())
    try library.take(try library.present())
    try library.switchTo(.lookup)
    for tag in [try library.present(content: .empty), try library.present(content: nil, fault: "crc")] {
      let scan = try library.lay(tag)
      #expect(try scan.outcome.code == .found && scan.outcome.copy == library.copy(0).id)
      #expect(scan.reading.fault == tag.fault)
      #expect(try library.tag()?.fault == tag.fault)
      try library.take(tag)
    }
  }

  @Test func `a phone leaves nothing behind in the table of tags`() throws {
    try library.lay(try library.present("08010203", access: .unsupported, content: nil, capacity: nil))
    #expect(try library.count("tag") == 0)
  }
}
