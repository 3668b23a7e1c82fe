internal import Foundation
internal import Threads

/// The folder of the backups: a folder for each backup, and `files` with the files of attachments of all of them.
struct BackupFolder: Sendable {
  let path: String
  /// True if the folder may be created. One that the operator has named may be on a disk that is not mounted now.
  let isOwn: Bool
  /// The manifests that were read: a manifest never changes.
  private let known = Locked<[BackupName: BackupManifest]>([:])

  /// The largest manifest that is read, in bytes: one with 100,000 files.
  private static let manifestLimit = 16 << 20
  private static let draftPrefix = ".new-"
  private static let oldPrefix = ".old-"

  init(path: String, isOwn: Bool) { (self.path, self.isOwn) = (path, isOwn) }

  /// Creates the folders, and removes drafts as `removeDrafts` does.
  func prepare() throws(BackupError) {
    guard isOwn || FileWork.exists(path) else {
      throw .unavailable("The folder of the backups, \(path), is missing. Mount its disk, or create it.")
    }
    try FileWork.makeFolder(path)
    try FileWork.makeFolder(files)
    try removeDrafts()
  }

  /// Removes what attempts that were broken off have left. No other attempt may be running.
  func removeDrafts() throws(BackupError) {
    for name in FileWork.names(in: path) where name.hasPrefix(Self.draftPrefix) || name.hasPrefix(Self.oldPrefix) {
      try FileWork.remove("\(path)/\(name)")
    }
    for name in FileWork.names(in: files) where name.hasPrefix(Self.draftPrefix) {
      try FileWork.remove("\(files)/\(name)")
    }
  }

  /// Returns all complete backups, the oldest first. A folder without a manifest that can be read is none.
  func all() -> [Backup] {
    let names = FileWork.names(in: path).compactMap { BackupName($0) }.sorted()
    return known.withLock { known in
      var found: [BackupName: BackupManifest] = [:]
      for name in names where FileWork.exists("\(folder(of: name))/manifest.json") {
        found[name] = known[name] ?? (try? manifest(of: name))
      }
      known = found
      return names.compactMap { name in found[name].map { Backup(name: name, manifest: $0) } }
    }
  }

  /// Returns the manifest of a backup; nil if there is no such backup.
  ///
  /// - Throws: `BackupError.damaged` if it cannot be understood, or names a later form.
  func manifest(of name: BackupName) throws(BackupError) -> BackupManifest? {
    guard let bytes = try FileWork.read("\(folder(of: name))/manifest.json", atMost: Self.manifestLimit) else {
      return nil
    }
    guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: Data(bytes)),
      manifest.format == BackupManifest.format
    else { throw .damaged("its manifest.json cannot be read by this version") }
    return manifest
  }

  /// Returns the path of the database in a backup.
  func database(of name: BackupName) -> String { "\(folder(of: name))/deadwax.sqlite" }

  /// Creates the folder of an attempt.
  func draft() throws(BackupError) -> String {
    let draft = "\(path)/\(Self.draftPrefix)backup"
    try FileWork.remove(draft)
    try FileWork.makeFolder(draft)
    return draft
  }

  /// Turns a draft with its database into a backup: writes the manifest, then gives the folder its name.
  func commit(_ draft: String, _ backup: Backup) throws(BackupError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let json = try? encoder.encode(backup.manifest) else { throw .unavailable("The manifest cannot be written.") }
    try FileWork.create("\(draft)/manifest.json", Array(json) + [UInt8(ascii: "\n")])
    try FileWork.secure(draft, mode: 0o700)
    try FileWork.move(draft, to: folder(of: backup.name))
    try FileWork.secure(path, mode: 0o700)
  }

  /// Removes a backup. A crash leaves a folder that no one takes for a backup.
  func remove(_ name: BackupName) throws(BackupError) {
    let old = "\(path)/\(Self.oldPrefix)\(name)"
    try FileWork.move(folder(of: name), to: old)
    try FileWork.remove(old)
  }

  // MARK: files of attachments

  /// Returns the path of a file of an attachment.
  func file(_ digest: String) -> String { "\(files)/\(digest.prefix(2))/\(digest)" }

  /// Stores a file of an attachment, if it is not stored yet.
  ///
  /// - Parameters:
  ///   - digest: its digest, which is its name.
  ///   - source: its path in the library.
  ///   - goesOn: returns false to end early.
  /// - Returns: its size in bytes; nil if it is missing or damaged in the library too.
  /// - Throws: `BackupError`; no part of the file is left.
  func store(_ digest: String, from source: String, while goesOn: () -> Bool) throws(BackupError) -> Int? {
    let target = file(digest)
    // It was compared when it was stored, and is compared again before it is brought back.
    if let bytes = FileWork.size(of: target) { return bytes }
    guard let found = try FileWork.digest(of: source, while: goesOn), found.sha256 == digest else { return nil }
    try FileWork.makeFolder("\(files)/\(digest.prefix(2))")
    // A copy, not a link: damage of the one leaves the other alone.
    let draft = "\(files)/\(Self.draftPrefix)\(digest)"
    try FileWork.remove(draft)
    try FileWork.copy(source, to: draft, while: goesOn)
    try FileWork.move(draft, to: target)
    return found.bytes
  }

  /// Removes the files that no backup names.
  func removeFiles(except wanted: Set<String>) throws(BackupError) {
    for part in FileWork.names(in: files) {
      for name in FileWork.names(in: "\(files)/\(part)") where !wanted.contains(name) {
        try FileWork.remove("\(files)/\(part)/\(name)")
      }
    }
  }

  private var files: String { "\(path)/files" }

  private func folder(of name: BackupName) -> String { "\(path)/\(name)" }
}
