import Deadwax
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the claims on notices, by which each is sent at most once: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct NoticeClaimTests {
  /// Lends every copy for a thousand seconds.
  private func lendAll(_ library: EngineLibrary) throws {
    for copy in library.copies.indices { _ = try library.lend(copy, to: copy % 2, after: Int64(1 + copy)) }
  }

  private func claim(
    _ library: EngineLibrary, after seconds: Int64, _ kind: Reminder.Kind = .overdue, limit: Int = 9
  ) throws -> [Reminder] {
    try library.write(after: seconds) { try $0.claimReminders(kind, before: $0.now, limit: limit) }
  }

  @Test(arguments: EngineName.allCases)
  func `two claimers at once never get the same notice`(engine: EngineName) async throws {
    let library = try EngineLibrary(engine)
    let other = try library.secondHub()
    try lendAll(library)
    let (hasClaimed, isBeside) = (Latch(), Latch())
    async let mine = onLane("first") {
      defer { hasClaimed.raise() }
      return Result {
        try library.write(after: 2000) { transaction in
          let claimed = try transaction.claimReminders(.overdue, before: transaction.now, limit: 2)
          // The second claimer begins while this claim is not yet committed.
          hasClaimed.raise()
          isBeside.wait()
          return claimed
        }
      }
    }
    async let theirs = onLane("second") {
      hasClaimed.wait()
      isBeside.raise()
      return Result {
        try other.write(after: 2001) { try $0.claimReminders(.overdue, before: $0.now, limit: 2) }
      }
    }
    let (first, second) = (try await mine.get(), try await theirs.get())
    #expect(first.count == 2 && second.count == 1)
    let loans = (first + second).compactMap(\.loan)
    #expect(loans.count == 3 && Set(loans).count == 3)
    #expect(try claim(library, after: 2002) == [] && claim(other, after: 2003) == [])
  }

  @Test(arguments: EngineName.allCases)
  func `many claimers at once give out each notice once`(engine: EngineName) async throws {
    let library = try EngineLibrary(engine)
    try lendAll(library)
    let hubs = try (0..<4).map { _ in try library.secondHub() }
    let claimed = await withTaskGroup(of: Result<[Reminder], any Error>.self) { group in
      for (number, hub) in hubs.enumerated() {
        group.addTask {
          await onLane("claimer \(number)") {
            Result {
              var claimed: [Reminder] = []
              for turn in 0..<4 {
                // Each write has a time of its own, since its ids come from it.
                let seconds = Int64(2000 + 10 * number + turn)
                claimed += try hub.write(after: seconds) {
                  try $0.claimReminders(.overdue, before: $0.now, limit: 1)
                }
              }
              return claimed
            }
          }
        }
      }
      var claimed: [Result<[Reminder], any Error>] = []
      for await one in group { claimed.append(one) }
      return claimed
    }
    let loans = try claimed.flatMap { try $0.get() }.compactMap(\.loan)
    #expect(loans.count == 3 && Set(loans).count == 3)
  }

  @Test(arguments: EngineName.allCases)
  func `a claim that ended by a crash before it was stored is given again`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    try lendAll(library)
    let next = try library.crashed(inWriteAfter: 2000) { transaction in
      let claimed = try transaction.claimReminders(.overdue, before: transaction.now, limit: 9)
      guard claimed.count == 3 else { throw TestFailure("\(claimed.count) notices were claimed") }
    }
    // Nothing of it is left, not even as a notice whose result is not known.
    #expect(try next.write(after: 2001) { try $0.noteLostReminders(error: "The hub ended.") } == 0)
    #expect(try Set(claim(next, after: 2002).compactMap(\.loan)).count == 3)
    #expect(try claim(next, after: 2003) == [])
  }

  @Test(arguments: EngineName.allCases)
  func `a notice whose result a crash has lost is not given again, since it may have been sent`(engine: EngineName)
    throws
  {
    let library = try EngineLibrary(engine)
    try lendAll(library)
    #expect(try claim(library, after: 2000).count == 3)
    let next = try library.crashed(inWriteAfter: 2001) { _ in }
    #expect(try next.write(after: 2002) { try $0.noteLostReminders(error: "The hub ended.") } == 3)
    #expect(try next.write(after: 2003) { try $0.noteLostReminders(error: "The hub ended.") } == 0)
    #expect(try claim(next, after: 2004) == [])
    #expect(try next.store.look { try $0.failedReminders(attempts: 3, limit: 9) } == [])
    #expect(try next.store.look { try $0.reminderCounts() } == ["unknown": 3])
  }

  @Test(arguments: EngineName.allCases)
  func `a notice that a program refused is claimed again by one claimer, and a sent one by none`(engine: EngineName)
    throws
  {
    let library = try EngineLibrary(engine)
    let other = try library.secondHub()
    try lendAll(library)
    let claimed = try claim(library, after: 2000)
    try #require(claimed.count == 3)
    try library.write(after: 2001) { transaction in
      try transaction.noteSent(claimed[0].id)
      try transaction.noteFailed(claimed[1].id, error: "no route")
      try transaction.noteUnknown(claimed[2].id, error: "It took too long.")
    }
    #expect(try library.store.look { try $0.reminderCounts() } == ["sent": 1, "refused": 1, "unknown": 1])
    let failed = try other.store.look { try $0.failedReminders(attempts: 3, limit: 9) }
    #expect(failed.map(\.id) == [claimed[1].id] && failed.map(\.attempts) == [1])
    let answers = try [library, other].enumerated().map { number, hub in
      try hub.write(after: Int64(2002 + number)) { try $0.claimAgain(claimed[1].id) }
    }
    #expect(answers == [true, false])
    #expect(try claim(other, after: 2010) == [])
  }

  @Test(arguments: EngineName.allCases)
  func `notices of holds and of loans that are due soon are claimed once`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (ada, copies) = (library.borrowers[0], library.copies)
    _ = try library.lend(0, after: 1)
    let soon = try library.write(after: 950) { transaction in
      try transaction.claimReminders(.dueSoon, before: transaction.now + .seconds(100), limit: 9)
    }
    #expect(soon.count == 1 && soon[0].loan != nil && soon[0].borrower == ada)
    #expect(try library.store.look { try $0.isStillDue(soon[0]) })
    try library.write(after: 960) { transaction in
      for (copy, isReady) in [(copies[1], true), (copies[2], false)] {
        let hold = Hold(id: transaction.newID(), subject: .copy(copy), borrower: ada, createdAt: transaction.now)
        try transaction.insert(hold)
        if isReady {
          check(try transaction.setReady(hold.id, copy: copy, until: transaction.now + .seconds(99)))
        } else {
          check(try transaction.close(hold.id, as: .expired))
        }
      }
    }
    // Ids are made of the time, so each write has a time of its own.
    for (time, kind) in [(Int64(970), Reminder.Kind.holdReady), (971, .holdExpired)] {
      let claimed = try claim(library, after: time, kind)
      #expect(claimed.count == 1 && claimed[0].hold != nil && claimed[0].loan == nil, "\(kind)")
      #expect(try library.store.look { reading in try claimed.allSatisfy { try reading.isStillDue($0) } }, "\(kind)")
      #expect(try claim(library, after: 980, kind) == [], "\(kind)")
    }
    #expect(
      try library.write(after: 951) { try $0.claimReminders(.dueSoon, before: $0.now + .seconds(100), limit: 9) } == [])
  }
}
