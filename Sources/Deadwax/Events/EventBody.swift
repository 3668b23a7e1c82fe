/// The facts of an event, one case per kind. The names of the values are those of the members in the journal and in the
/// stream. Bodies name no person; they contain ids only.
///
/// A new kind of event needs a name in `Event.Kind` and a case here; the compiler makes its JSON:
/// `{"loan.opened":{"copy":"…","dueAt":"…"}}`. The stream sends the members of the inner object beside those of every
/// event.
package enum EventBody: Hashable, Codable, Sendable {
  package typealias CodingKeys = Event.Kind

  case scanRecorded
  /// With the outcome of an operation on the station's screen.
  case stationChanged(mode: Mode, state: StationState.Name, outcome: ScreenOutcome?)
  case copyAdded
  case copyShelved(place: Place.ID)
  case loanOpened(copy: Copy.ID, dueAt: RFC3339Time)
  case loanClosed(copy: Copy.ID)
  /// With the due time if it was renewed.
  case loanChanged(copy: Copy.ID, dueAt: RFC3339Time?)
  /// With the copy that was set aside, and the next hold for it.
  case holdChanged(state: HoldState, copy: Copy.ID?, next: Hold.ID?)
  case copyChanged(change: CopyChange)
  /// Without a change after an undo.
  case borrowerChanged(change: BorrowerChange?)
  /// Without a state after an undo.
  case inboxChanged(state: InboxItem.State?)
  /// A place or its slots, also one that was added or removed.
  case placeChanged
  /// An attachment, also one that was added or removed; with the record that it belongs to.
  case attachmentChanged
  /// A crate or its items, also one that was added or removed.
  case crateChanged
  /// A stock-take, its scans or its ticks.
  case stockTakeChanged(state: StockTake.State)
  /// A smart collection, also one that was added or removed.
  case collectionChanged
  case settingChanged
  /// With the kind of the change that was undone, and the change that undid it.
  case changeUndone(change: Change.Kind, by: Change.ID)
  /// With the loan of a fee that was charged for it. Without a change after an undo.
  case feeChanged(change: FeeChange?, loan: Loan.ID?)
  case stationPrompted
  case releaseAdded
  case releaseResolved
  /// A release that people edited, removed or merged.
  case releaseChanged
  case readerChanged(reader: ReaderReport)
  case lookupChanged(state: LookupState, reason: String?)
  case labelJobChanged(state: LabelJob.State, done: Int, labels: Int)
  /// With the copy, place or slot that the tag is or was bound to.
  case tagChanged(change: TagChange, copy: Copy.ID?, place: Place.ID?, slot: Slot.ID?)
  /// Without the number of a tag that is or was a card.
  case tagJobChanged(uid: TagID?, action: TagJob.Action, state: TagJob.State, outcome: Outcome.Code?)
  /// With the progress, or else with `isOver`.
  case tagQueueChanged(total: Int?, done: Int?, skipped: Int?, isWritten: Bool?, next: Copy.ID?, isOver: Bool?)
  case offlineEntryChanged(state: MergeResult.State, open: Bool)

  package var kind: Event.Kind {
    switch self {
    case .scanRecorded: .scanRecorded
    case .stationChanged: .stationChanged
    case .copyAdded: .copyAdded
    case .copyShelved: .copyShelved
    case .loanOpened: .loanOpened
    case .loanClosed: .loanClosed
    case .loanChanged: .loanChanged
    case .holdChanged: .holdChanged
    case .copyChanged: .copyChanged
    case .borrowerChanged: .borrowerChanged
    case .inboxChanged: .inboxChanged
    case .placeChanged: .placeChanged
    case .attachmentChanged: .attachmentChanged
    case .crateChanged: .crateChanged
    case .stockTakeChanged: .stockTakeChanged
    case .collectionChanged: .collectionChanged
    case .settingChanged: .settingChanged
    case .changeUndone: .changeUndone
    case .feeChanged: .feeChanged
    case .stationPrompted: .stationPrompted
    case .releaseAdded: .releaseAdded
    case .releaseResolved: .releaseResolved
    case .releaseChanged: .releaseChanged
    case .readerChanged: .readerChanged
    case .lookupChanged: .lookupChanged
    case .labelJobChanged: .labelJobChanged
    case .tagChanged: .tagChanged
    case .tagJobChanged: .tagJobChanged
    case .tagQueueChanged: .tagQueueChanged
    case .offlineEntryChanged: .offlineEntryChanged
    }
  }
}
