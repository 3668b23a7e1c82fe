package import Deadwax
package import Lending

/// A station.
package struct StationResource: Codable, Sendable {
  package var name: Station.Name
  package var mode: Mode
  package var state: StationState.Name
  /// The open session, even if a prompt is open on top of it.
  package var session: Session?
  /// Present while `state` is `pending`.
  package var pending: Pending?
  /// Present while `state` is `question` and the question is about a tag. Answer with `/answer`, or with the labels
  /// of YES and NO.
  package var question: Question?
  /// Present while copies wait for their tags; `/tag-queue` has the details.
  package var tagQueue: QueueProgress?
  /// The time at which the station returns to its home mode.
  package var revertsAt: RFC3339Time?
  /// Present while `state` is `choosing`. Answer with `/pick`, with the label of a number, or with a more specific
  /// code.
  package var choosing: Choosing?
  /// Present while `state` is `question` and the question is about the rules. Answer with `/answer`, or with the
  /// labels of YES and NO.
  package var confirming: Confirming?
  /// Present while `state` is `pin`. Send the PIN to `/pin`.
  package var pin: PIN?
  /// Present while a staff card has opened the station for actions of staff.
  package var staff: StaffPeriod?
  /// The last returned copy, if it is trapped for a hold, with the data for its slip. Only in the response for a
  /// single station, and not at a self-service station.
  package var ready: ReadyCopy?
  /// The copy that was handled last.
  package var hand: LastCopy?
  /// The current batch of returns.
  package var batch: Batch?
  /// The open batch of additions; `/batch` has its copies.
  package var additions: Additions?
  /// The last batch of additions, for ten minutes after its end.
  package var endedBatch: EndedBatch?
  /// The crate that receives the scanned records, in mode `collect`; omitted until the first scan.
  package var collecting: Collecting?
  /// The home mode of the station.
  package var home: Mode
  package var fault: StationFault?
  package var policy: StationPolicy
  /// The change that `/undo` would reverse; omitted if there is none.
  package var undo: ChangeResource?
  /// The outcome of an action on the screen; only in the response to it.
  package var outcome: OutcomeDetail?
  /// The latest changes of this station, newest first.
  package var recent: [ChangeResource]
  /// The version, which increases with every change.
  package var version: Int

  package init(
    name: Station.Name, mode: Mode, state: StationState.Name, session: Session? = nil, pending: Pending? = nil,
    question: Question? = nil, tagQueue: QueueProgress? = nil, revertsAt: RFC3339Time? = nil, choosing: Choosing? = nil,
    confirming: Confirming? = nil, pin: PIN? = nil, staff: StaffPeriod? = nil, ready: ReadyCopy? = nil,
    hand: LastCopy? = nil, batch: Batch? = nil, additions: Additions? = nil, endedBatch: EndedBatch? = nil,
    collecting: Collecting? = nil, home: Mode,
    fault: StationFault? = nil, policy: StationPolicy,
    undo: ChangeResource? = nil, outcome: OutcomeDetail? = nil, recent: [ChangeResource], version: Int
  ) {
    self.name = name
    self.mode = mode
    self.state = state
    self.session = session
    self.pending = pending
    self.question = question
    self.tagQueue = tagQueue
    self.revertsAt = revertsAt
    self.choosing = choosing
    self.confirming = confirming
    self.pin = pin
    self.staff = staff
    self.ready = ready
    self.hand = hand
    self.batch = batch
    self.additions = additions
    self.endedBatch = endedBatch
    self.collecting = collecting
    self.home = home
    self.fault = fault
    self.policy = policy
    self.undo = undo
    self.outcome = outcome
    self.recent = recent
    self.version = version
  }
}
