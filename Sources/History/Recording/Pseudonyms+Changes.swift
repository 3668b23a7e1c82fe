internal import Deadwax
internal import Execution
internal import StationLogic
internal import Storage

extension Pseudonyms {
  /// Returns an event without personal data.
  func pseudonymised(_ happened: Replay.EventChanges) throws -> Replay.EventChanges {
    var happened = happened
    let isOfStation = happened.recorded.kind != "change" && happened.recorded.kind != "put"
    var input = isOfStation ? try ColumnJSON.read(StationInput.self, happened.recorded.input) : StationInput(.timer)
    if var reading = input.reading {
      reading.text = text(reading.text, reading.symbology)
      reading.written = reading.written.map { text($0, nil) }
      input.reading = reading
    }
    if var offline = input.offline {
      offline.card = offline.card.map { text($0, offline.cardSymbology) }
      input.offline = offline
    }
    input.tags = input.tags.map { pseudonymised($0) }
    if input.by != nil { input.by = "…" }
    if case .answer(let yes, let reason) = input.event, reason != nil { input.event = .answer(yes, reason: "…") }
    if isOfStation { happened.recorded.input = try ColumnJSON.write(input) }
    happened.recorded.before = try happened.recorded.before.map { try state($0) }
    happened.recorded.after = try happened.recorded.after.map { try state($0) }
    happened.recorded.outcome = try happened.recorded.outcome.map { try withoutNumbers($0) }
    happened.recorded.candidates = try happened.recorded.candidates.map { try withoutNumbers($0) }
    happened.change = happened.change.map { hidden($0) }
    happened.rows = try hidden(happened.rows)
    happened.before = try happened.before.map {
      Replay.ChangeRows(change: hidden($0.change), rows: try hidden($0.rows))
    }
    return happened
  }

  private func hidden(_ change: Change) -> Change {
    var change = change
    if change.by != nil { change.by = "…" }
    if change.reason != nil { change.reason = "…" }
    return change
  }

  private func hidden(_ rows: [ChangeRow]) throws -> [ChangeRow] {
    try rows.map { row in
      ChangeRow(
        table: row.table, row: row.row, before: try row.before.map { try self.row(row.table, row.row, $0) },
        after: try row.after.map { try self.row(row.table, row.row, $0) })
    }
  }

  // MARK: - States of stations

  /// Returns the state of a station, as JSON, without the number of any card.
  func state(_ json: String) throws -> String {
    var state = try ColumnJSON.read(StationState.self, json)
    state.stage = stage(state.stage)
    return try ColumnJSON.write(state)
  }

  private func stage(_ stage: StationState.Stage) -> StationState.Stage {
    switch stage {
    case .pendingCode(let key, let until): return .pendingCode(self.key(key), until: until)
    case .question(var question, let until):
      question.key = key(question.key)
      return .question(question, until: until)
    case .choosing(var choosing, let until):
      choosing.key = choosing.key.map { key($0) }
      return .choosing(choosing, until: until)
    case .staffPIN(let staff, let tries, let until, let over):
      return .staffPIN(staff, tries: tries, until: until, over: self.stage(over))
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pin, .confirming: return stage
    }
  }

  // MARK: - Tags

  private func pseudonymised(_ facts: StationInput.TagFacts) -> StationInput.TagFacts {
    var facts = facts
    facts.scanned = facts.scanned.map { pseudonymised($0) }
    facts.waiting = facts.waiting.map { pseudonymised($0) }
    return facts
  }

  private func pseudonymised(_ code: BindingCandidate) -> BindingCandidate {
    var code = code
    code.key = key(code.key)
    if let tag = code.tag {
      code.tag = Tag(
        uid: uid(tag.uid), kind: tag.kind, capacity: tag.capacity, access: tag.access, content: tag.content,
        code: tag.code.map { self.code($0) }, fault: tag.fault, firstSeenAt: tag.firstSeenAt,
        lastSeenAt: tag.lastSeenAt, writes: tag.writes, failures: tag.failures, isSealed: tag.isSealed)
    }
    if var job = code.openJob {
      job.uid = uid(job.uid)
      job.code = job.code.map { self.code($0) }
      if job.by != nil { job.by = "…" }
      // A message of the reader may contain the tag's UID.
      job.detail = nil
      code.openJob = job
    }
    return code
  }
}
