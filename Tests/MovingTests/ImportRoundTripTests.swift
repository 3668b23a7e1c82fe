import Deadwax
import Moving
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(10))) struct ImportRoundTripTests {
  @Test func `a table of generated records comes back byte for byte, and its undo restores every row`() async throws {
    for index in 0..<CaseBudget.cases(of: 10) {
      let library = try MovingLibrary()
      defer { library.database.close() }
      let random = SeededRandom(seed: UInt64(36 + index))
      try library.database.write { transaction in
        var collection = RandomCollection(random)
        try collection.write(60, in: transaction)
      }
      let exported = try library.table(.copies).bytes
      let target = try ImportedLibrary()
      defer { target.end() }
      let empty = try target.dump()
      let plan = try await target.plan(exported)
      #expect(plan.program == .deadwax && plan.counts[.add] == 60 && plan.counts[.refused] == nil, "\(plan.counts)")
      for line in try target.lines(plan, .refused) { Issue.record("\(line.line): \(line.refusal?.sentence ?? "")") }
      let done = try await target.apply(plan)
      #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
      #expect(try target.bytes(of: .copies) == exported)
      #expect(target.backups.withLock { $0 } == 1, "a backup was made sure of")

      // The same table a second time changes nothing.
      let again = try await target.plan(exported)
      #expect(again.counts == [.same: 60], "\(again.counts)")
      for line in try target.lines(again) where line.fate != .same {
        Issue.record("\(line.line): \(line.differences) \(line.refusal?.sentence ?? "")")
      }
      #expect(throws: MovingError.nothingToImport) {
        try target.imports.apply(again.id, plan: try #require(again.plan), skipsRefused: false, by: nil)
      }

      let change = try #require(done.change)
      try target.database.write { transaction in
        guard case .undone = try transaction.undo(change, by: "Ada") else { throw TestFailure("the undo was refused") }
      }
      #expect(try target.dump() == empty)
    }
  }

  @Test func `a preview says exactly what an import does, in a library with the half of the records`() async throws {
    for index in 0..<CaseBudget.cases(of: 10) {
      let library = try MovingLibrary()
      defer { library.database.close() }
      let random = SeededRandom(seed: UInt64(370 + index))
      try library.database.write { transaction in
        var collection = RandomCollection(random)
        try collection.write(40, in: transaction)
      }
      let whole = String(decoding: try library.table(.copies).bytes, as: UTF8.self)
      let records = try library.table(.copies)
      let target = try ImportedLibrary()
      defer { target.end() }
      // The half of the lines, as a table of their own.
      let half = try library.table(
        .copies, ["number", "artist", "title", "discogs", "barcode", "code", "copy_id", "release_id"])
      #expect(half.rows.count == records.rows.count)
      let text = String(decoding: half.bytes, as: UTF8.self)
      try await target.take(text, skipsRefused: true)
      let before = try target.dump()
      let plan = try await target.plan(whole)
      let expected = try target.lines(plan).filter { [.add, .change].contains($0.fate) }.count
      let done = try await target.apply(plan, skipsRefused: true)
      #expect(done.phase == .applied && done.plan == plan.plan, "\(done.fault?.sentence ?? "")")
      #expect(expected > 0)
      let after = try target.dump()
      #expect(after != before)
      // Imported lines have no difference, but for what an import leaves alone.
      let again = try await target.plan(whole)
      for line in try target.lines(again) {
        #expect(line.fate == .same, "\(line.line): \(line.fate) \(line.differences.filter { !$0.isKept })")
      }
      try target.database.write { transaction in
        guard let change = done.change, case .undone = try transaction.undo(change, by: "Ada") else {
          throw TestFailure("the undo was refused")
        }
      }
      #expect(try target.dump() == before)
    }
  }
}
