internal import Deadwax
package import Execution
package import Log
package import Storage
internal import Threads

/// Merges other libraries into this one: a file arrives, each of its records is compared, and all are written as one change.
///
/// The other library is read from a copy in a folder of its own, which is always removed. Until a person applies it, a merge
/// changes nothing. The transaction is refused if its plan is not the one that the person saw.
package final class LibraryMerges: Sendable {
  /// The number of merges that are open at the same time; the one that waits longest gives way.
  private static let openLimit = 2
  /// The largest JSON document, in bytes: it is read whole.
  static let jsonLimit = 64 << 20
  private static let folderPrefix = ".merge-"

  let database: Database
  let data: String
  let program: String
  let surroundings: LibraryImports.Surroundings
  let policies: LibraryPolicies
  let devices: DeviceSettings
  let logger: Logger
  private let sessions = Locked<[MergeSession]>([])
  private let lane = SerialQueue("merges")

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - data: the data folder of the hub. What a crash has left of earlier merges is removed from it.
  ///   - program: the version of this program.
  ///   - surroundings: the functions of the hub.
  ///   - policies: the settings of the library.
  ///   - devices: the settings that programs remember about devices.
  ///   - logger: the logger for the operator.
  package init(
    database: Database, data: String, program: String, surroundings: LibraryImports.Surroundings,
    policies: LibraryPolicies, devices: DeviceSettings, logger: Logger
  ) {
    (self.database, self.data, self.program) = (database, data, program)
    (self.surroundings, self.policies, self.devices, self.logger) = (surroundings, policies, devices, logger)
    StagedFile.removeAll(in: data, withPrefix: Self.folderPrefix)
  }

  /// Opens the receiver of a file.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  package func receive() throws(MovingError) -> ImportUpload { try ImportUpload(in: data) }

  /// Returns a file that is in memory already.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  package func received(_ bytes: [UInt8]) throws(MovingError) -> ImportUpload {
    let upload = try receive()
    bytes.withUnsafeBytes { upload.take($0) }
    return upload
  }

  /// Begins a merge, and compares the records with the library in the background.
  ///
  /// - Parameters:
  ///   - upload: the file of the other library: an archive, a database or a JSON document.
  ///   - id: the id of the merge; a new one if nil. An existing one with this id is returned.
  /// - Returns: the merge.
  /// - Throws: `MovingError.emptyFile`, `.unknownFile`, `.diskFull` or `.unavailable`.
  package func begin(_ upload: ImportUpload, id: LibraryMerge.ID?) throws(MovingError) -> LibraryMerge {
    if let id, let known = try? session(id) { return known.view }
    let file = try upload.finish()
    let kind = try file.kindOfLibrary()
    let id = id ?? .new(at: .now())
    let folder = "\(data)/\(Self.folderPrefix)\(id.text)"
    try StagedFile.makeFolder(folder)
    let session = MergeSession(id: id, kind: kind, file: file, folder: folder)
    sessions.withLock { $0.open(session, atMost: Self.openLimit) }
    try work { merges in merges.check(session) }
    return session.view
  }

  /// Returns the open merges, the oldest first.
  package func all() -> [LibraryMerge] { sessions.withLock { $0 }.map(\.view) }

  /// Returns a merge.
  ///
  /// - Throws: `MovingError.noSuchImport`.
  package func view(_ id: LibraryMerge.ID) throws(MovingError) -> LibraryMerge { try session(id).view }

  /// Returns records of a plan, in its order.
  ///
  /// - Parameters:
  ///   - id: the merge.
  ///   - fate: the fate of the records; nil for all.
  ///   - position: the position of the last record of the page before, from 1; nil for the first page.
  ///   - limit: the largest number of records.
  /// - Returns: the records with their positions, the number of all with this fate, and whether more follow.
  /// - Throws: `MovingError.noSuchImport` or `.wrongPhase`.
  package func records(
    of id: LibraryMerge.ID, fate: MergeLine.Fate?, after position: Int?, limit: Int
  ) throws(MovingError) -> (lines: [MergeLine], total: Int, hasMore: Bool) {
    try session(id).update { state throws(MovingError) in
      guard state.plan != nil else { throw .wrongPhase(state.phase) }
      let all = state.records.lazy.enumerated().filter { fate == nil || MergeLine.Fate($0.element.fate) == fate }
      let rest = all.filter { $0.offset >= position ?? 0 }.prefix(limit + 1)
      let page = rest.map { MergeLine($0.element, at: $0.offset + 1) }
      let total = state.records.count { fate == nil || MergeLine.Fate($0.fate) == fate }
      return (Array(page.prefix(limit)), total, page.count > limit)
    }
  }

  /// Writes the records of a merge in the background, as one change.
  ///
  /// - Parameters:
  ///   - id: the merge.
  ///   - plan: the digest of the plan that the person saw.
  ///   - by: the person or program that makes the change.
  /// - Returns: the merge.
  /// - Throws: `MovingError.planChanged`, `.nothingToImport` or `.wrongPhase`.
  package func apply(_ id: LibraryMerge.ID, plan: String, by: String?) throws(MovingError) -> LibraryMerge {
    let session = try session(id)
    let isDone = try session.update { state throws(MovingError) in
      if [.applying, .applied].contains(state.phase), state.plan == plan { return true }
      guard let known = state.plan, [.ready, .failed].contains(state.phase) else { throw .wrongPhase(state.phase) }
      guard known == plan else { throw .planChanged }
      let isNew = state.newDeviceSettings > 0
      guard isNew || state.records.contains(where: { [.add, .change, .adopt].contains($0.fate) }) else {
        throw .nothingToImport
      }
      (state.phase, state.fault, state.begunAt, state.done, state.isCancelled) = (.applying, nil, .now, 0, false)
      return false
    }
    if !isDone { try work { merges in merges.apply(session, plan: plan, by: by) } }
    return session.view
  }

  /// Ends a merge. One that is under way is broken off and leaves nothing; what was written stays.
  ///
  /// - Throws: `MovingError.noSuchImport`.
  package func remove(_ id: LibraryMerge.ID) throws(MovingError) {
    let session = try session(id)
    let isIdle = session.update { state in
      state.isCancelled = true
      return !state.phase.isUnderWay
    }
    sessions.withLock { $0.removeAll { $0.id == id } }
    // Work that is under way ends first. After it, the worker may still have the session for a moment.
    if isIdle { StagedFile.remove(session.folder) }
  }

  /// Ends what is under way; a merge that is being written is rolled back. Call it before the database is closed.
  package func stop() {
    lane.stop()
    sessions.withLock { $0.removeAll() }
  }

  /// Waits until the work that was queued has ended.
  package func settle() { lane.settle() }

  var goesOn: Bool { !lane.isStopping }

  private func session(_ id: LibraryMerge.ID) throws(MovingError) -> MergeSession {
    guard let found = sessions.withLock({ $0.first { $0.id == id } }) else { throw .noSuchImport }
    return found
  }

  private func work(_ body: @escaping @Sendable (LibraryMerges) -> Void) throws(MovingError) {
    guard lane.add({ [self] in body(self) }) else { throw .stopped }
  }
}
