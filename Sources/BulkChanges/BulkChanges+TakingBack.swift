internal import Deadwax
internal import Execution
internal import Log
internal import Storage

extension BulkChanges {
  /// The pause after an attempt that failed, such as on a full disk.
  private static let pauseBetweenAttempts = Duration.seconds(5)

  /// Takes back the changes that an earlier run of the hub had not completed. Call it at the start, before anyone can see
  /// half of a change. If it is not possible now, it is tried again in the background.
  package func recover() {
    let open: [PartedChange]
    do {
      open = try database.read { try $0.openPartedChanges() }
    } catch {
      logger.error("cannot look for interrupted changes: \(error)")
      return
    }
    for change in open {
      logger.warning(
        "the change \(change.id) was interrupted after \(change.done) of \(change.total) steps, and is taken back")
      do {
        try takeBack(change.id, because: .interrupted) { _, _ in true }
      } catch {
        logger.error("cannot take back the change \(change.id) yet: \(error)")
        try? work { changes in changes.insist(on: change.id, because: .interrupted) { _, _ in } }
      }
    }
  }

  /// Takes back what is open. Only for the lane of bulk changes: no other change is written in parts then.
  func takeBackOpen() {
    while goesOn {
      do {
        let open = try database.read { try $0.openPartedChanges() }
        for change in open { insist(on: change.id, because: .failed) { _, _ in } }
        return
      } catch {
        logger.error("cannot look for interrupted changes: \(error)")
        pause(atMost: Self.pauseBetweenAttempts)
      }
    }
  }

  /// Takes back a bulk change that had changed copies.
  func end(_ session: BulkSession, because cause: PartedChange.Cause) {
    session.update { state in
      (state.phase, state.change, state.plan, state.begunAt) = (.takingBack, session.id, nil, .now)
      (state.done, state.total) = (0, 0)
    }
    let ended = insist(on: session.id, because: cause) { done, total in
      session.update { ($0.done, $0.total) = (done, total) }
    }
    session.update { state in
      state.phase = cause == .cancelled && ended != nil ? .cancelled : .failed
      state.fault = ended.map { .takenBack($0.cause ?? cause, kept: $0.kept) } ?? .notTakenBack(cause)
    }
  }

  /// Takes back a change, until it is done or the hub stops.
  ///
  /// - Returns: the change; nil if the hub stops before its end. The next start continues then.
  @discardableResult
  private func insist(
    on id: BulkChange.ID, because cause: PartedChange.Cause, progress: (Int, Int) -> Void
  ) -> PartedChange? {
    var isLogged = false
    while goesOn {
      do {
        let ended = try takeBack(id, because: cause) { done, total in
          progress(done, total)
          return self.goesOn
        }
        return ended.flatMap { $0.isOpen ? nil : $0 }
      } catch {
        if !isLogged { logger.error("cannot take back the change \(id) yet: \(error)") }
        isLogged = true
        pause(atMost: Self.pauseBetweenAttempts)
      }
    }
    return nil
  }

  @discardableResult
  private func takeBack(
    _ id: BulkChange.ID, because cause: PartedChange.Cause, while goesOn: (Int, Int) -> Bool
  ) throws -> PartedChange? {
    let ended = try takingBack.run(id, because: cause, while: goesOn)
    if let ended, !ended.isOpen {
      logger.info("the change \(id) is taken back; \(ended.kept) copies that others changed since stay as they are")
    }
    return ended
  }
}
