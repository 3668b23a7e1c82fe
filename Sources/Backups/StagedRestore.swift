internal import Deadwax
package import Log

/// A restore that takes effect with the next start, before the database is opened.
///
/// The database of the backup is copied beside the library whole, checked, and only then gets the name by which the start
/// finds it. The start moves the present files away, one after the other, and moves the copy into their place. If it is
/// broken off, the next start goes on: the library is the one from before or the one of the backup, never between.
package struct StagedRestore: Sendable {
  private let data: String

  /// - Parameter data: the data folder of the hub.
  package init(data: String) { self.data = data }

  private var staged: String { "\(data)/deadwax.restore" }
  private var draft: String { "\(data)/.deadwax.restore.new" }
  private var database: String { "\(staged)/deadwax.sqlite" }
  /// The name of the folder for the library from before a restore, if a backup has that library too.
  private static let replaced = "deadwax.replaced"

  /// The backup that is restored with the next start; nil for none.
  package var name: BackupName? {
    guard FileWork.exists(database) else { return nil }
    let name = (try? FileWork.read("\(staged)/name", atMost: 100)).flatMap { $0 }
    return name.flatMap { BackupName(String(decoding: $0, as: UTF8.self)) }
  }

  /// Stages a restore. Until this returns, a start changes nothing.
  ///
  /// - Parameters:
  ///   - name: the name of the backup.
  ///   - source: the path of its database.
  ///   - isBackedUp: true if a backup has the present library. Otherwise it stays beside all earlier ones.
  ///   - goesOn: returns false to end early.
  ///   - check: checks the copy at a path.
  ///   - backUp: as in `commit`.
  /// - Throws: `BackupError`, or the error of `backUp`; a start changes nothing then.
  func stage(
    _ name: BackupName, _ source: String, isBackedUp: Bool, while goesOn: () -> Bool,
    check: (String) throws(BackupError) -> Void, after backUp: () throws -> Void
  ) throws {
    let folder = try begin()
    do {
      let copy = "\(folder)/deadwax.sqlite"
      try FileWork.copy(source, to: copy, while: goesOn)
      try check(copy)
      try commit(name, isBackedUp: isBackedUp, after: backUp)
    } catch {
      abandon()
      throw error
    }
  }

  /// Creates the empty folder of a library that is to be staged: its `deadwax.sqlite`, and in `files` the files of its
  /// attachments, each with its digest as its name.
  func begin() throws(BackupError) -> String {
    try FileWork.remove(draft)
    try FileWork.makeFolder(draft)
    return draft
  }

  /// Removes that folder.
  func abandon() { try? FileWork.remove(draft) }

  /// Stages the library in that folder. Until this returns, a start changes nothing.
  ///
  /// - Parameters:
  ///   - name: the name of the backup.
  ///   - isBackedUp: as in `stage`.
  ///   - backUp: backs up the present library. It is called once all the rest has its space on the disk: a backup for a
  ///     restore that then had no room would be the one to which a revert goes back.
  /// - Throws: `BackupError`, or the error of `backUp`.
  func commit(_ name: BackupName, isBackedUp: Bool, after backUp: () throws -> Void) throws {
    try FileWork.create("\(draft)/name", Array(name.description.utf8))
    let place = isBackedUp ? Self.replaced : freePlace
    try FileWork.create("\(draft)/place", Array(place.utf8))
    try FileWork.secure(draft, mode: 0o700)
    try backUp()
    // An earlier one that no start has seen gives way, and so does the library from before an earlier restore, which a
    // backup has. The start removes nothing: broken off, it would not know which of the files it has moved itself.
    try FileWork.remove(staged)
    if isBackedUp { try FileWork.remove("\(data)/\(place)") }
    try FileWork.move(draft, to: staged)
    try FileWork.secure(data, mode: 0o700)
  }

  /// Calls off a staged restore.
  func cancel() throws(BackupError) { try FileWork.remove(staged) }

  /// Puts a staged database into the place of the library. Call it at the start, while no program has it open.
  ///
  /// - Parameter logger: the logger for the operator.
  /// - Returns: the folder with the library from before; nil if nothing was to be restored.
  /// - Throws: `BackupError`; the next call goes on.
  @discardableResult
  package func apply(logger: Logger) throws(BackupError) -> String? {
    try FileWork.remove(draft)
    let name = name
    guard FileWork.exists(database) else {
      try FileWork.remove(staged)
      return nil
    }
    try moveFiles()
    let replaced = "\(data)/\(try place())"
    let library = "\(data)/deadwax.sqlite"
    try FileWork.makeFolder(replaced)
    // The database is last: while it is there, the rest of its files belongs to it.
    for suffix in ["-wal", "-shm", "-journal", ".ack", ".digests", ".damaged", ""]
    where FileWork.exists(library + suffix) {
      try FileWork.move(library + suffix, to: "\(replaced)/deadwax.sqlite\(suffix)")
    }
    try FileWork.secure(replaced, mode: 0o700)
    try FileWork.move(database, to: library)
    try FileWork.secure(data, mode: 0o700)
    try FileWork.remove(staged)
    logger.warning(
      "the library is the one that was staged as \(name.map(\.description) ?? "") now; \(replaced) has the earlier one")
    return replaced
  }

  /// Moves the files of attachments that came with the library to the others. Equal ones have equal names.
  private func moveFiles() throws(BackupError) {
    let names = FileWork.names(in: "\(staged)/files")
    guard !names.isEmpty else { return }
    let attachments = "\(data)/attachments"
    try FileWork.makeFolder(attachments)
    var folders: Set<String> = []
    for name in names {
      let folder = "\(attachments)/\(name.prefix(2))"
      try FileWork.makeFolder(folder)
      try FileWork.move("\(staged)/files/\(name)", to: "\(folder)/\(name)")
      folders.insert(folder)
    }
    for folder in folders { try FileWork.secure(folder, mode: 0o700) }
  }

  /// Returns the name of the folder that was chosen when the restore was prepared.
  private func place() throws(BackupError) -> String {
    let place = try FileWork.read("\(staged)/place", atMost: 100).map { String(decoding: $0, as: UTF8.self) }
    return place.flatMap { $0.hasPrefix(Self.replaced) && !$0.contains("/") ? $0 : nil } ?? Self.replaced
  }

  /// The name of a folder that is not there yet.
  private var freePlace: String {
    var number = 1
    while FileWork.exists("\(data)/\(Self.replaced)-\(number)") { number += 1 }
    return "\(Self.replaced)-\(number)"
  }
}
