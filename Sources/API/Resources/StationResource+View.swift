internal import Deadwax
internal import Execution
internal import Lending
internal import Messages
internal import Scanning
internal import Wire

extension StationResource {
  /// - Parameters:
  ///   - view: the station.
  ///   - isWhole: true to include personal data of the session; only in the resource of this station itself.
  ///   - outcome: the outcome of an action of its screen.
  ///   - words: the texts, from which those in the language of the station are used.
  init(_ view: StationView, isWhole: Bool, outcome: OutcomeDetail? = nil, _ words: Messages) {
    let texts = words.words(in: view.policy.language)
    let state = view.state
    self.init(
      name: view.name, mode: state.mode, state: state.name,
      session: view.session.map { Session($0, isWhole: isWhole, now: view.now, texts) }, pending: Pending(view),
      question: view.question.map { Question($0, id: view.prompt ?? "", texts) },
      tagQueue: view.tagQueue.map { QueueProgress($0) }, revertsAt: RFC3339Time(state.revertsAt),
      choosing: view.choosing.map { Choosing($0, id: view.prompt ?? "", isWhole: isWhole, texts) },
      confirming: view.confirming.map { Confirming($0, id: view.prompt ?? "", texts) }, pin: PIN(state.stage),
      staff: state.staff.map { StaffPeriod(endsAt: RFC3339Time($0.until)) },
      ready: isWhole ? view.ready.map { ReadyCopy($0) } : nil, hand: view.hand.map { LastCopy($0) },
      batch: state.batch.map { Batch(count: $0.count, dropDate: RFC3339Time($0.dropDate)) },
      additions: view.additions.map { Additions($0) }, endedBatch: view.endedBatch.map { EndedBatch($0) },
      collecting: view.collecting.map { Collecting(id: $0.crate.id, name: $0.crate.name, count: $0.items) },
      home: view.policy.home,
      fault: state.fault.map { StationFault($0) }, policy: view.policy, undo: view.undo.map { ChangeResource($0) },
      outcome: outcome, recent: view.recent.map { ChangeResource($0) }, version: view.version)
  }
}

extension StationResource.Additions {
  fileprivate init(_ open: StationView.OpenBatch) {
    self.init(
      id: open.additions.id, settings: BatchResource.Settings(open.additions.settings, place: open.place),
      count: open.count, version: open.additions.version)
  }
}

extension StationResource.EndedBatch {
  fileprivate init(_ ended: StationView.EndedBatch) {
    self.init(id: ended.batch.id, count: ended.count, label: ended.batch.settings.wantsLabel)
  }
}

extension StationFault {
  init(_ fault: StationState.Fault) {
    self.init(kind: fault.kind, since: RFC3339Time(fault.since), reason: fault.reason, scans: fault.scans)
  }
}

extension ChangeResource {
  fileprivate init(_ recent: StationView.Recent) {
    self.init(recent.change, isStaff: false, copy: recent.copy, release: recent.release)
  }
}
