internal import Archives
internal import ForeignFiles

extension LibraryMerges {
  /// The most bytes of a database in a ZIP file.
  private static let databaseLimit = 8 << 30

  /// Unpacks the database of a ZIP file to `session.original`, and its log beside it.
  func unpackDatabase(of session: MergeSession) throws {
    do {
      let reader = try ArchiveReader(session.file.path, limits: LibraryArchive.limits)
      var log: (name: String, path: String)?
      var database: String?
      while let entry = try reader.next() {
        let head = try reader.read(atMost: ForeignLibrary.magicSize)
        let isDatabase = ForeignLibrary.isDatabase(head)
        guard isDatabase || entry.name.hasSuffix("-wal") && ForeignLibrary.isLog(head) else { continue }
        if isDatabase, let database {
          throw MovingError.damagedArchive(
            entry: entry.name, line: nil, column: nil, "The ZIP file has a second database, beside \(database).")
        }
        guard entry.size <= Self.databaseLimit else {
          throw MovingError.damagedArchive(
            entry: entry.name, line: nil, column: nil, "It has more than \(Self.databaseLimit >> 30) GiB.")
        }
        // The log is paired by its name once all entries are known.
        let path = isDatabase ? session.original : "\(session.folder)/log-\(log == nil ? 0 : 1)"
        let file = try StagedFile(path)
        try file.append(head)
        while true {
          guard mayGoOn(session) else { throw MovingError.stopped }
          let part = try reader.read(atMost: ExportFile.partSize)
          if part.isEmpty { break }
          try file.append(part)
        }
        if isDatabase { database = entry.name } else { log = (entry.name, path) }
      }
      guard let database else { throw fault("The ZIP file is neither an archive of a library, nor has it a database.") }
      if let log, log.name == database + "-wal" {
        try StagedFile.move(log.path, to: session.original + "-wal")
      } else if let log {
        throw MovingError.damagedArchive(
          entry: log.name, line: nil, column: nil, "It is not the log of the database \(database).")
      }
    } catch let error as ArchiveError {
      throw MovingError(error)
    }
  }

  /// Returns the property lists of a ZIP file, such as those of a folder, with their names. Other files are left out.
  func propertyLists(of session: MergeSession) throws -> [(name: String?, bytes: [UInt8])] {
    var lists: [(name: String?, bytes: [UInt8])] = []
    var size = 0
    do {
      let reader = try ArchiveReader(session.file.path, limits: LibraryArchive.limits)
      while let entry = try reader.next() {
        var bytes = try reader.read(atMost: ForeignLibrary.listHeadSize)
        guard ForeignLibrary.isPropertyList(bytes) else { continue }
        while true {
          guard mayGoOn(session) else { throw MovingError.stopped }
          let part = try reader.read(atMost: ExportFile.partSize)
          if part.isEmpty { break }
          bytes += part
          guard size + bytes.count <= Self.jsonLimit else {
            throw fault("The property lists have more than \(Self.jsonLimit >> 20) MiB.")
          }
        }
        size += bytes.count
        lists.append((entry.name, bytes))
      }
    } catch let error as ArchiveError {
      throw MovingError(error)
    }
    // The order of the entries does not matter.
    return lists.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }
}

extension ImportFile {
  /// Returns true for a ZIP file with property lists and without a database. A list of entries that is damaged is left to
  /// those who read it.
  var hasPropertyLists: Bool {
    guard let reader = try? ArchiveReader(path, limits: LibraryArchive.limits) else { return false }
    var isFound = false
    while let next = try? reader.next() {
      guard !next.isFolder, let head = try? reader.read(atMost: ForeignLibrary.listHeadSize) else { continue }
      if ForeignLibrary.isDatabase(head) { return false }
      isFound = isFound || ForeignLibrary.isPropertyList(head)
    }
    return isFound
  }
}

extension MovingError {
  /// - Parameter error: the fault of a ZIP file.
  fileprivate init(_ error: ArchiveError) {
    if case .unavailable(let reason) = error.fault {
      self = .unavailable(reason)
    } else {
      self = .damagedArchive(entry: error.entry, line: nil, column: nil, error.sentence)
    }
  }
}
