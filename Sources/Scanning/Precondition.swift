package import Deadwax
internal import Secrets
internal import StationLogic
internal import Storage

/// The precondition of an operation on a screen: the state that the client saw. The operation applies to that state
/// only.
///
/// A scanned code needs no precondition: a YES label answers the prompt that is open when it is scanned.
package struct Precondition: Hashable, Sendable {
  /// The id of the prompt, as reported by `StationView.prompt`.
  package var prompt: String?
  /// The change to undo.
  package var change: Change.ID?
  /// The session.
  package var session: StoredSession.ID?
  /// The slot that waits for a copy.
  package var slot: Slot.ID?
  /// The version of the open batch of additions; 0 for none.
  package var batch: Int?
  /// The version of the station's whole state, as reported by `StationView.version`.
  package var version: Int?

  package init(
    prompt: String? = nil, change: Change.ID? = nil, session: StoredSession.ID? = nil, slot: Slot.ID? = nil,
    batch: Int? = nil, version: Int? = nil
  ) {
    self.prompt = prompt
    self.change = change
    self.session = session
    self.slot = slot
    self.batch = batch
    self.version = version
  }

  /// Passes an operation whose precondition matches the current state.
  ///
  /// - Parameters:
  ///   - event: the operation.
  ///   - state: the current state of the station.
  ///   - open: the id of the prompt that is open now; nil if there is none.
  ///   - current: returns the version of the state.
  ///   - last: returns the change that the station would undo now.
  /// - Throws: `ScanError.staleVersion` if the version does not match; `ScanError.stateChanged` if another precondition does not; `ScanError.preconditionRequired` if it is missing and the
  ///   operation would decide something.
  func check(
    _ event: StationEvent, at state: StationState, prompt open: String?, version current: () throws -> Int,
    last: () throws -> Change.ID?
  ) throws {
    if let version {
      let now = try current()
      guard version == now else { throw ScanError.staleVersion(now: now) }
    }
    switch event {
    case .answer, .pick:
      if prompt == nil, state.stage.isDecided(by: event) { throw ScanError.preconditionRequired }
      guard prompt == nil || prompt == open else { throw ScanError.stateChanged }
    case .undo:
      guard try change == nil || change == last() else { throw ScanError.stateChanged }
    case .end, .renewAll:
      guard let session, let open = state.session else { return }
      guard session == open.id else { throw ScanError.stateChanged }
    case .nextSlot:
      guard let slot, case .pendingSlot(let open, _) = state.stage else { return }
      guard slot == open else { throw ScanError.stateChanged }
    case .setBatch, .endBatch:
      let now = state.additions?.version ?? 0
      guard batch == nil || batch == now else { throw ScanError.staleVersion(now: now) }
    case .reading, .timer, .choose, .pin, .lookedUp, .fault: break
    }
  }
}

extension StationState {
  /// Returns an id of the open prompt: a digest of the scan, the copy, the borrower, the reasons, the versions of the
  /// rows it depends on, and its deadline. The id changes whenever one of these changes, and reveals none of them.
  ///
  /// - Returns: 128 bits as a UUID; nil if no prompt is open.
  func prompt() throws -> String? {
    switch stage {
    case .question, .choosing, .confirming:
      let text = try ColumnJSON.write(stage) + (session?.id.text ?? "")
      let (high, low) = Digest.of(Array(text.utf8))
      return Identifier<Precondition>(digest: high, low).text
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode, .pin, .staffPIN: return nil
    }
  }
}

extension StationState.Stage {
  /// Returns true if the event would change something, so that it needs a precondition. A no changes nothing, except
  /// for a check of the parts: there it says that not all parts were returned.
  fileprivate func isDecided(by event: StationEvent) -> Bool {
    switch (self, event) {
    case (.confirming(let pending, _), .answer(let yes, _)): yes || pending.reasons == [.partsCheck]
    case (.question, .answer(let yes, _)): yes
    case (.choosing, .pick), (.confirming, .pick): true
    default: false
    }
  }
}
