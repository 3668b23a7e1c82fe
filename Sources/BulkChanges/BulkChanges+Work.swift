internal import Deadwax
internal import Execution
internal import Lending
internal import Log
internal import Queries
internal import Secrets
internal import StationLogic
internal import Storage

extension BulkChanges {
  /// Makes the preview.
  func check(_ session: BulkSession) {
    do {
      let (lines, digest) = try database.read(while: { self.mayGoOn(session) }) { reading in
        try self.plan(session, in: reading, today: self.today(in: reading)) { _ in }
      }
      session.update { state in
        (state.lines, state.plan, state.phase) = (lines, digest, .ready)
        if state.isCancelled { (state.phase, state.plan, state.fault) = (.cancelled, nil, .cancelled) }
      }
    } catch {
      fail(session, error)
    }
  }

  /// Ends a bulk change that changed no copy.
  func fail(_ session: BulkSession, _ error: any Error) {
    let isCancelled = session.update { $0.isCancelled }
    let fault: BulkError
    if isCancelled {
      fault = .cancelled
    } else if let known = error as? BulkError {
      fault = known
    } else if case StaffError.badValue(let field, let sentence) = error {
      fault = .badOrder(field: field, sentence: sentence)
    } else if let storage = error as? StorageError, storage.kind == .full {
      fault = .diskFull
    } else if !goesOn {
      fault = .stopped
    } else {
      logger.error("a bulk change failed: \(error)")
      fault = .unavailable("\(error)")
    }
    session.update { state in
      (state.fault, state.phase, state.plan) = (fault, isCancelled ? .cancelled : .failed, nil)
    }
  }

  /// Plans all copies over the records, and passes on the write of each.
  ///
  /// - Returns: the lines, and the digest of the plan.
  func plan(
    _ session: BulkSession, in records: some Queryable, today: CivilDate, _ body: (BulkPlanner.Write) throws -> Void
  ) throws -> ([BulkLine], String) {
    var planner = try BulkPlanner(session.order.work, today: today, in: records, findsSlots: true)
    let copies = try copies(of: session.order.scope, in: records)
    // Before a bulk change is written, its progress is that of the writing.
    let isPreview = session.update { $0.phase == .checking }
    if isPreview { session.update { $0.total = copies.count } }
    var digest = SHA256Parts()
    var lines: [BulkLine] = []
    lines.reserveCapacity(copies.count)
    for (index, copy) in copies.enumerated() {
      if index % 64 == 0 {
        guard mayGoOn(session) else { throw goesOn ? BulkError.cancelled : BulkError.stopped }
        if isPreview { session.update { $0.done = index } }
      }
      let (line, write) = try planner.plan(copy, at: index + 1, in: records)
      var text = line.digestText
      text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
      lines.append(line)
      if let write { try body(write) }
    }
    return (lines, digest.hexadecimal)
  }

  func mayGoOn(_ session: BulkSession) -> Bool { goesOn && !session.update { $0.isCancelled } }

  /// Returns the copies of an order, each once.
  private func copies(of scope: BulkOrder.Scope, in records: some Queryable) throws -> [Copy.ID] {
    let (field, found): (String, [Copy.ID]) =
      switch scope {
      case .copies(let ids): ("copies", ids)
      case .releases(let ids): ("releases", try ids.flatMap { try records.copies(of: $0).map(\.id) })
      case .query(let text): ("query", try copies(matching: text, in: records))
      }
    var known: Set<Copy.ID> = []
    let copies = found.filter { known.insert($0).inserted }
    guard copies.count <= Self.mostCopies else {
      throw BulkError.badOrder(field: field, sentence: "One bulk change has at most \(Self.mostCopies) copies.")
    }
    return copies
  }

  private func copies(matching text: String, in records: some Queryable) throws -> [Copy.ID] {
    let query: Query
    do {
      query = try Query(text, isTyping: false)
    } catch {
      throw BulkError.badOrder(field: "query", sentence: "\(error)")
    }
    guard query.condition != nil else {
      throw BulkError.badOrder(field: "query", sentence: "There is nothing to search for.")
    }
    guard try records.isReleaseIndexComplete() else {
      throw BulkError.badOrder(
        field: "query", sentence: "The search index is being built, so copies may be missing. Try again later.")
    }
    let moment = SearchMoment(now: records.now, in: try policies.library(in: records).due.calendar.zone)
    guard let copies = try records.copies(matching: query, at: moment, in: nil, limit: Self.mostCopies + 1) else {
      throw BulkError.badOrder(
        field: "query",
        sentence: "A part of the query is about releases or copies, so it chooses no copies. Separate the two.")
    }
    return copies
  }
}
