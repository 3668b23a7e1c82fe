import Deadwax
import Execution
import Log
import NDEF
import ReaderProtocol
import Scanning
import StationLogic
import Storage
import TagJobs
import Testing
import Threads

/// Tests of tag jobs from the station and from programs, and their results, in a real database.
@Suite(.timeLimit(.minutes(5)))
struct TagWriteTests {
  let library: SmallLibrary

  init() throws { library = try SmallLibrary() }

  /// Scans a record and presents its tag, in mode write.
  func begin(_ tag: PresentTag) throws -> TagOrder {
    try library.switchTo(.write)
    try library.scan(library.copies[0])
    #expect(try library.lay(tag).outcome.code == .tagWriting)
    return try library.lastOrder()
  }

  // MARK: - Success

  @Test func `a record and its tag make a job, and the verified result binds it in the same transaction`() throws {
    let order = try begin(try library.present())
    let code = library.copies[0]
    #expect(order.action == .write)
    #expect(order.uid.description == SmallLibrary.uid)
    #expect(order.message == PseudoBarcode.message(for: code))
    #expect(order.short == PseudoBarcode.addressOnly(for: code))
    #expect(!order.overwrite && order.password == nil && order.seal == nil)
    #expect(try library.job(order).state == .writing)
    // Not bound before it was read back.
    #expect(try library.named() == nil)
    try library.report(.tagWritten, of: order)
    let job = try library.job(order)
    #expect(job.state == .done && job.outcome == .tagWritten && job.finishedAt != nil)
    #expect([job.attempts, job.writes, job.reads, job.milliseconds] == [1, 18, 4, 314])
    #expect(try library.named() == .copy(library.copy(0).id))
    let tag = try #require(try library.tag())
    #expect(tag.content == .own && tag.code == code && tag.writes == 18 && tag.failures == 0)
    #expect(try library.count("change", where: "kind = 'bind'") == 1)
    #expect(library.tags.counts == [.tagWritten: 1])
    // By the next tap it resolves to the copy, in any mode.
    try library.take(try library.present())
    try library.switchTo(.lookup)
    #expect(try library.lay(try library.present(content: .own, code: code)).outcome.copy == job.copy)
  }

  @Test func `the tag may lie there first`() throws {
    try library.switchTo(.write)
    #expect(try library.lay(try library.present()).outcome.code == .copyNeeded)
    #expect(library.orders.isEmpty)
    #expect(try library.scan(library.copies[0]).outcome.code == .tagWriting)
    try library.settle()
    try library.report(.tagWritten, of: try library.lastOrder())
    #expect(try library.named() == .copy(library.copy(0).id))
  }

  @Test func `a job is on the disk before its order is sent`() throws {
    let seen = try library.database.read { try $0.openTagJobs() }
    #expect(seen == 0)
    library.tags.connect { [library] message, reader in
      // A different connection sees it at the moment of sending.
      let isStored = try? library.database.read { try $0.openTagWork().contains { $0.reader == reader } }
      guard isStored == true else { return }
      library.sent.withLock { $0.append(SmallLibrary.Sent(message: message, reader: reader)) }
    }
    _ = try begin(try library.present())
    #expect(library.orders.count == 1)
  }

  @Test func `equal content is not written, and binds`() throws {
    let order = try begin(try library.present(content: .own, code: library.copies[0]))
    try library.report(.tagUnchanged, of: order)
    #expect(try library.job(order).outcome == .tagUnchanged)
    #expect(try library.named() == .copy(library.copy(0).id))
    #expect(try library.tag()?.writes == 0)
  }

  @Test func `a result that is repeated, of no job, or of another reader is ignored`() throws {
    let order = try begin(try library.present())
    try library.report(.tagWritten, of: order, from: "another")
    #expect(try library.job(order).state == .writing)
    try library.report(.tagWritten, of: order)
    let events = try library.count("journal")
    try library.report(.tagWritten, of: order)
    try library.report(.verifyFailed, of: order)
    for id in ["", "x", TagJob.ID.new(at: .now()).text] {
      library.tags.took(ReaderMessage.Result(of: id, isDone: true, outcome: "tag-written"), from: "nfc")
    }
    try library.settle()
    #expect(try library.count("journal") == events)
    #expect(try library.job(order).outcome == .tagWritten)
    #expect(try library.count("code", where: "class = 'tag'") == 1)
  }

  // MARK: - Guards and prompts

  @Test func `yes moves a tag, and the other record has none then`() throws {
    let first = try begin(try library.present())
    try library.report(.tagWritten, of: first)
    try library.take(try library.present())
    try library.scan(library.copies[1])
    let again = try library.present(content: .own, code: library.copies[0])
    #expect(try library.lay(again).outcome.code == .tagBound)
    #expect(library.orders.count == 1)
    let now = library.clock.withLock { $0 }
    let prompted = try #require(try library.database.read { try $0.view(of: library.hubStation, at: now) }?.question)
    #expect(try prompted.question.code == .tagBound && prompted.bound == .copy(library.copy(0).id))
    let answered = try library.answer(true)
    #expect(answered.mode == .write && answered.isResting)
    try library.report(.tagWritten, of: try library.lastOrder())
    #expect(try library.named() == .copy(library.copy(1).id))
    let old = try library.copy(0).id
    #expect(try library.database.read { try $0.tags(of: old) }.isEmpty)
    // The old binding ended; it was not overwritten.
    #expect(try library.count("code", where: "class = 'tag'") == 2)
    #expect(try library.count("code", where: "class = 'tag' AND ended_at IS NULL") == 1)
  }

  @Test func `no by its label leaves everything as it is`() throws {
    try library.switchTo(.write)
    try library.scan(library.copies[0])
    #expect(try library.lay(try library.present(content: .foreign)).outcome.code == .tagForeignContent)
    #expect(try library.scan(Command.no.code).outcome.code == .declined)
    #expect(try library.scan(Command.yes.code).outcome.code == .nothingToConfirm)
    try library.settle()
    #expect(library.orders.isEmpty)
    #expect(try library.count("tag_write") == 0)
  }

  @Test func `a prompt from the reader lasts as long as the current settings say`() throws {
    let order = try begin(try library.present(access: nil, content: nil))
    // Changed while the hub runs, after the order was sent.
    try library.database.write { try $0.set("station.question-seconds", to: "1800") }
    try library.report(.tagForeignContent, of: order, begun: false, writes: 0)
    guard case .question(_, let until) = try library.state().stage else {
      Issue.record("the station asks nothing: \(try library.state())")
      return
    }
    #expect(until == library.clock.withLock { $0 } + .seconds(1800))
  }

  @Test func `a reason that only the reader finds prompts then, and yes overwrites`() throws {
    let order = try begin(try library.present(access: nil, content: nil))
    try library.report(.tagForeignContent, of: order, begun: false, writes: 0)
    #expect(try library.job(order).state == .failed)
    guard case .question(let question, _) = try library.state().stage else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.code == .tagForeignContent)
    _ = try library.answer(true)
    let second = try library.lastOrder()
    #expect(second.id != order.id && second.overwrite)
  }

  @Test func `a second tag is added after yes, and both name the copy`() throws {
    try library.report(.tagWritten, of: try begin(try library.present()))
    try library.take(try library.present())
    try library.scan(library.copies[0])
    #expect(try library.lay(try library.present(SmallLibrary.other)).outcome.code == .copyHasTag)
    #expect(try library.scan(Command.yes.code).outcome.code == .tagWriting)
    try library.settle()
    try library.report(.tagWritten, of: try library.lastOrder())
    let copy = try library.copy(0).id
    #expect(try library.database.read { try $0.tags(of: copy) }.count == 2)
  }

  @Test func `three failures in a row make a tag suspect, and a write that holds clears it`() throws {
    for attempt in 1...3 {
      let order = try begin(try library.present())
      try library.report(.verifyFailed, of: order, begun: true)
      #expect(try library.job(order).state == .failed)
      #expect(try library.named() == nil)
      #expect(try library.tag()?.failures == attempt)
      try library.take(try library.present())
    }
    try library.scan(library.copies[0])
    #expect(try library.lay(try library.present()).outcome.code == .tagSuspect)
    #expect(throws: TagRefusal([.tagSuspect], uid: TagID(SmallLibrary.uid), present: 1)) {
      try library.order(TagRequest(.write, copy: try library.copy(0).id))
    }
    _ = try library.order(TagRequest(.erase))
    try library.report(.tagErased, of: try library.lastOrder())
    #expect(try library.tag()?.failures == 0)
  }

  // MARK: - Concurrent changes

  @Test func `a tag that was bound to another copy meanwhile is not moved, and the job reports it`() throws {
    let order = try begin(try library.present())
    let uid = try #require(TagID(SmallLibrary.uid))
    let other = try library.copy(1).id
    try library.database.write { try $0.bind(Code.Key(uid), to: .copy(other)) }
    try library.report(.tagWritten, of: order)
    let job = try library.job(order)
    #expect(job.state == .failed && job.outcome == .boundElsewhere)
    #expect(try library.named() == .copy(other))
    try library.take(try library.present())
    let tap = try library.lay(try library.present(content: .own, code: library.copies[0]))
    #expect(tap.outcome.code == .tagContentMismatch)
  }

  @Test func `one thing is done on a tag at a time, in either byte order of its number`() throws {
    _ = try begin(try library.present())
    let reversed = try #require(TagID(SmallLibrary.uid)).reversed
    #expect(throws: TagRefusal.self) { try library.order(TagRequest(.erase)) }
    #expect(throws: TagRefusal([.tagBusy], uid: reversed, present: 1)) {
      try library.order(TagRequest(.erase, uid: reversed))
    }
    #expect(throws: TagRefusal([.tagBusy], uid: reversed)) {
      try library.answer { library.tags.bind(reversed, to: .copy(try library.copy(1).id), ifVersion: nil, then: $0) }
    }
  }

  // MARK: - Addresses

  @Test func `every address that tags were written with stays ours, the present one first`() throws {
    func taken(_ base: String) throws -> [String] {
      let address = try #require(TagAddress(base: base))
      let service = TagService(
        database: library.database, address: address, policies: LibraryPolicies(), logger: .silent, published: {})
      return try service.takeUpAddresses().map(\.text)
    }
    #expect(try taken("music.example.org") == ["https://music.example.org"])
    #expect(try taken("music.example.org") == ["https://music.example.org"])
    #expect(try taken("http://shelf.local") == ["http://shelf.local", "https://music.example.org"])
    #expect(try taken("music.example.org") == ["https://music.example.org", "http://shelf.local"])
  }

  // MARK: - Programs

  @Test func `a program gets all reasons at once, and may allow each`() throws {
    try library.report(.tagWritten, of: try begin(try library.present()))
    try library.take(try library.present())
    let second = try library.copy(1).id
    let other = try #require(TagID(SmallLibrary.other))
    try library.answer { library.tags.bind(other, to: .copy(second), ifVersion: nil, then: $0) }
    try library.lay(try library.present(content: .foreign))
    let refusal = TagRefusal(
      [.tagBound, .tagForeignContent, .copyHasTag], uid: TagID(SmallLibrary.uid), bound: .copy(try library.copy(0).id),
      present: 1)
    #expect(throws: refusal) { try library.order(TagRequest(.write, copy: second)) }
    let wish = TagRequest(.write, copy: second, overwrite: true, move: true, second: .replace)
    let job = try library.order(wish)
    #expect(job.state == .writing && job.uid.description == SmallLibrary.uid)
    try library.report(.tagWritten, of: try library.lastOrder())
    #expect(try library.database.read { try $0.tags(of: second) }.map(\.description) == [SmallLibrary.uid])
  }

  @Test func `without a number the only tag on the reader is used`() throws {
    let copy = try library.copy(0).id
    #expect(throws: TagRefusal([.noTag])) { try library.order(TagRequest(.write, copy: copy)) }
    try library.lay(try library.present())
    try library.lay(try library.present(SmallLibrary.other))
    #expect(throws: TagRefusal([.twoTags], present: 2)) { try library.order(TagRequest(.write, copy: copy)) }
    try library.take(try library.present())
    #expect(try library.order(TagRequest(.write, copy: copy)).uid.description == SmallLibrary.other)
  }

  @Test func `wishes that make no sense are refused`() throws {
    let uid = try #require(TagID(SmallLibrary.uid))
    #expect(throws: TagError.badWish) { try library.order(TagRequest(.write, uid: uid)) }
    #expect(throws: TagError.badWish) { try library.order(TagRequest(.erase, uid: uid, copy: try library.copy(0).id)) }
    #expect(throws: TagError.noSuchCopy) {
      try library.order(TagRequest(.write, uid: uid, copy: .new(at: Timestamp(milliseconds: 0))))
    }
    let phone = try #require(TagID("08010203"))
    #expect(throws: TagRefusal.self) { try library.order(TagRequest(.write, uid: phone, copy: try library.copy(0).id)) }
    #expect(throws: TagRefusal([.tagRandomUID], uid: phone)) {
      try library.answer { library.tags.bind(phone, to: .copy(try library.copy(0).id), ifVersion: nil, then: $0) }
    }
    #expect(throws: TagError.noSuchTarget) {
      try library.answer {
        library.tags.bind(uid, to: .place(.new(at: Timestamp(milliseconds: 0))), ifVersion: nil, then: $0)
      }
    }
    #expect(throws: TagError.notBound) { _ = try library.answer { library.tags.unbind(uid, ifVersion: nil, then: $0) } }
    #expect(throws: TagError.noSuchJob) {
      _ = try library.answer { library.tags.cancel(.new(at: Timestamp(milliseconds: 0)), then: $0) }
    }
    #expect(try library.count("tag_write") == 0)
  }

  @Test func `erasing a bound tag must be allowed, and it names nothing then`() throws {
    try library.report(.tagWritten, of: try begin(try library.present()))
    #expect(
      throws: TagRefusal([.tagBound], uid: TagID(SmallLibrary.uid), bound: .copy(try library.copy(0).id), present: 1)
    ) {
      try library.order(TagRequest(.erase))
    }
    _ = try library.order(TagRequest(.erase, move: true))
    #expect(try library.lastOrder().action == .erase)
    try library.report(.tagErased, of: try library.lastOrder())
    #expect(try library.named() == nil)
    #expect(try library.tag()?.content == .empty)
  }

  @Test func `a tag is bound and found in either byte order, and moved only when that is allowed`() throws {
    let uid = try #require(TagID(SmallLibrary.uid))
    let (first, second) = (try library.copy(0).id, try library.copy(1).id)
    try library.answer { library.tags.bind(uid, to: .copy(first), ifVersion: nil, then: $0) }
    try library.answer { library.tags.bind(uid.reversed, to: .copy(first), ifVersion: nil, then: $0) }
    #expect(throws: TagRefusal([.tagBound], uid: uid.reversed, bound: .copy(first))) {
      try library.answer { library.tags.bind(uid.reversed, to: .copy(second), ifVersion: nil, then: $0) }
    }
    try library.answer { library.tags.bind(uid.reversed, to: .copy(second), move: true, ifVersion: nil, then: $0) }
    #expect(try library.named() == .copy(second))
    #expect(try library.count("code", where: "class = 'tag' AND ended_at IS NULL") == 1)
    #expect(try library.answer { library.tags.unbind(uid.reversed, ifVersion: nil, then: $0) } == .copy(second))
    #expect(try library.named() == nil)
  }

  // MARK: - Seals

  @Test func `a seal's password opens the tag again, and is in no event, history or change`() throws {
    let order = try begin(try library.present())
    try library.report(.tagWritten, of: order)
    _ = try library.order(TagRequest(.seal))
    let sealing = try library.lastOrder()
    let seal = try #require(sealing.seal)
    #expect(sealing.action == .seal && sealing.password == nil)
    try library.report(.tagSealed, of: sealing)
    #expect(try library.tag()?.isSealed == true)
    try library.take(try library.present())
    try library.scan(library.copies[0])
    #expect(
      try library.lay(try library.present(access: .sealed, content: .own, code: library.copies[0])).outcome.code
        == .tagWriting)
    #expect(try library.lastOrder().password == seal.password)
    try library.report(.tagUnchanged, of: try library.lastOrder())
    let hex = seal.password.map { String($0, radix: 16) }.joined()
    for (table, column) in [("journal", "payload"), ("change_row", "after"), ("tag_write", "detail")] {
      #expect(try library.count(table, where: "lower(\(column)) LIKE '%\(hex)%' OR \(column) LIKE '%password%'") == 0)
    }
    let secret = try #require(try library.database.read { try $0.secret(of: order.uid) })
    #expect("\(secret)" == "a tag's password" && secret.debugDescription == "a tag's password")
    _ = try library.order(TagRequest(.unseal))
    let unsealing = try library.lastOrder()
    #expect(unsealing.action == .seal && unsealing.seal == nil && unsealing.password == seal.password)
    try library.report(.tagUnsealed, of: unsealing)
    #expect(try library.tag()?.isSealed == false)
    #expect(try library.database.read { try $0.secret(of: order.uid) } == nil)
    #expect(throws: TagRefusal.self) { try library.order(TagRequest(.unseal)) }
  }

  @Test func `a tag that was torn while it was sealed is opened with the password that it was about to get`() throws {
    try library.lay(try library.present())
    _ = try library.order(TagRequest(.seal))
    let first = try library.lastOrder()
    try library.report(.tagLost, of: first, begun: true)
    try library.take(try library.present())
    try library.lay(try library.present())
    let second = try library.lastOrder()
    #expect(second.id == first.id && second.seal == first.seal && second.password == first.seal?.password)
  }
}
