internal import Deadwax
internal import FoundationEssentials
internal import Glibc

/// The second tier of the catalogue: what Archive.org has about recordings, as files of a day. It is never in the database.
///
/// Each recording has three files: `{identifier}.metadata.json`, `.tracks.json` and `.reviews.json`. They count by the time of
/// their last modification, and older ones are removed.
struct ArchiveCache: Sendable {
  /// The age up to which files are used.
  static let lifetime = Duration.seconds(24 * 3600)
  /// The maximum number of files; the oldest ones make way.
  static let fileLimit = 3000
  private static let kinds = ["metadata", "tracks", "reviews"]

  let folder: String

  /// - Parameter folder: the folder of all caches; the files are in `archive` in it.
  init(folder: String) { self.folder = folder + "/archive" }

  /// Returns an item; nil if one of its files is missing, too old or damaged.
  func item(_ identifier: ArchiveIdentifier, now: Timestamp) -> ArchivedItem? {
    let times = Self.kinds.compactMap { Self.modified(path(identifier, $0)) }
    guard times.count == Self.kinds.count, let oldest = times.min(), !Self.isOld(oldest, now) else { return nil }
    func read<Value: Decodable>(_ kind: String, _ type: Value.Type) -> Value? {
      guard let bytes = Self.contents(of: path(identifier, kind)) else { return nil }
      return try? JSONDecoder().decode(type, from: Data(bytes))
    }
    guard let facts = read("metadata", ArchivedItem.Facts.self), let tracks = read("tracks", [ArchivedItem.Track].self),
      let reviews = read("reviews", [ArchivedItem.Review].self)
    else { return nil }
    return ArchivedItem(facts: facts, tracks: tracks, reviews: reviews, fetchedAt: oldest)
  }

  /// Stores an item, each file under its name only when it is complete. A cache that cannot be written is none.
  func store(_ item: ArchivedItem, _ identifier: ArchiveIdentifier) {
    mkdir(String(folder.dropLast("/archive".count)), 0o700)
    mkdir(folder, 0o700)
    func write(_ kind: String, _ value: some Encodable) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let bytes = try? encoder.encode(value) else { return }
      let path = path(identifier, kind)
      let part = "\(path).\(getpid()).part"
      guard let file = fopen(part, "we") else { return }
      let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
      guard fclose(file) == 0, written == bytes.count, rename(part, path) == 0 else {
        unlink(part)
        return
      }
    }
    write("metadata", item.facts)
    write("tracks", item.tracks)
    write("reviews", item.reviews)
  }

  /// Removes the files that are too old, and the oldest ones above the limit.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the number of removed files.
  @discardableResult
  func clean(now: Timestamp) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var files: [(path: String, at: Timestamp)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".json") || name.hasSuffix(".part"), let at = Self.modified("\(folder)/\(name)") else {
        continue
      }
      files.append(("\(folder)/\(name)", at))
    }
    files.sort { $0.at < $1.at }
    let excess = max(0, files.count - Self.fileLimit)
    var removed = 0
    for (index, file) in files.enumerated() where index < excess || Self.isOld(file.at, now) {
      if unlink(file.path) == 0 { removed += 1 }
    }
    return removed
  }

  private func path(_ identifier: ArchiveIdentifier, _ kind: String) -> String {
    "\(folder)/\(identifier.text).\(kind).json"
  }

  /// A file from the future, after a clock was set back, is old too.
  private static func isOld(_ time: Timestamp, _ now: Timestamp) -> Bool {
    now - time > lifetime || time - now > lifetime
  }

  private static func modified(_ path: String) -> Timestamp? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Timestamp(
      milliseconds: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = fread(&part, 1, part.count, file)
      guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
      bytes += part[..<count]
    }
  }
}
