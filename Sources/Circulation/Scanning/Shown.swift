package import Deadwax
internal import Desk
internal import Secrets
internal import Storage

/// What a screen showed when somebody touched it. The touch counts for that, and for nothing that has come since.
///
/// A code that is scanned needs none of it: a label says YES to whatever is open when it is held up.
package struct Shown: Hashable, Sendable {
  /// The question or the choice, as `StationView.asked` told it.
  package var asked: String?
  /// The change that was to be taken back.
  package var change: Change.ID?
  /// Whose session it was.
  package var visit: Visit.ID?

  package init(asked: String? = nil, change: Change.ID? = nil, visit: Visit.ID? = nil) {
    self.asked = asked
    self.change = change
    self.visit = visit
  }

  /// Lets an act pass that means what is there now.
  ///
  /// - Parameters:
  ///   - event: the act.
  ///   - state: where the desk stands now.
  ///   - open: what stands for that which is asked there; nil where nothing is.
  ///   - last: what the desk would take back now.
  /// - Throws: `ScanError.otherShown` where it is another; `ScanError.notShown` where it is not said what was shown, and
  ///   the act would decide something.
  func check(
    _ event: DeskEvent, at state: StationState, asked open: String?, last: () throws -> Change.ID?
  ) throws {
    switch event {
    case .answer, .pick:
      if asked == nil, state.stage.isDecided(by: event) { throw ScanError.notShown }
      guard asked == nil || asked == open else { throw ScanError.otherShown }
    case .undo:
      guard try change == nil || change == last() else { throw ScanError.otherShown }
    case .end, .renewAll:
      guard let visit, let session = state.session else { return }
      guard visit == session.visit else { throw ScanError.otherShown }
    case .reading, .timer, .choose, .pin, .fault: break
    }
  }
}

extension StationState {
  /// What stands for that which a person is asked: the scan, the record, the borrower, the reasons, the versions of the
  /// rows it rests on, and until when. Whenever one of these is another, so is this. Nothing can be read from it.
  ///
  /// - Returns: 128 bits as a UUID; nil where nothing is asked.
  func asked() throws -> String? {
    switch stage {
    case .question, .choosing, .confirming:
      let text = try StateText.write(stage) + (session?.visit.text ?? "")
      let (high, low) = Digest.of(Array(text.utf8))
      return Identifier<Shown>(digest: high, low).text
    case .idle, .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode, .pin, .staffPIN: return nil
    }
  }
}

extension StationState.Stage {
  /// Whether something would be done because of it, so that it matters what was shown. A no does nothing, but for the
  /// parts of a record: there it says that they are not all back.
  fileprivate func isDecided(by event: DeskEvent) -> Bool {
    switch (self, event) {
    case (.confirming(let asked, _), .answer(let yes, _)): yes || asked.reasons == [.partsCheck]
    case (.question, .answer(let yes, _)): yes
    case (.choosing, .pick), (.confirming, .pick): true
    default: false
    }
  }
}
