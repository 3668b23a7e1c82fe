internal import Deadwax
internal import FoundationEssentials
internal import Glibc

/// The raw responses of a catalogue in files, so that the same request is not sent twice within hours.
///
/// The key is the path with its query, never the token. A file that cannot be read, has another version or belongs to
/// another path counts as missing. The cache is no record: it may be deleted at any time.
package final class AnswerCache: Sendable {
  /// A stored response.
  struct Entry: Hashable, Sendable {
    let body: [UInt8]
    /// The time at which the catalogue sent it.
    let fetchedAt: Timestamp
  }

  private let folder: String
  private let limit: Int
  /// The age from which a response is not fresh.
  let lifetime: Duration

  private static let version = "deadwax-answer 2"
  /// The age in seconds at which a file is deleted. Until then it serves while the catalogue cannot be reached.
  private static let mostAge = 30.0 * 86_400

  /// Creates a cache without touching the disk.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files, which is created when it is needed. It belongs to the cache alone.
  ///   - lifetime: the age from which a response is not fresh: six hours is the most that Discogs' terms allow.
  ///   - limit: the maximum size of all files in bytes. The oldest ones are deleted first.
  package init(folder: String, lifetime: Duration = .seconds(6 * 3600), limit: Int = 64 << 20) {
    self.folder = folder
    self.lifetime = lifetime
    self.limit = limit
  }

  /// Returns the stored response to a path, of any age; nil if there is none.
  func entry(for path: String) -> Entry? {
    guard let data = FileManager.default.contents(atPath: file(of: path)) else { return nil }
    let parts = data.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].elementsEqual(Self.version.utf8), parts[2].elementsEqual(path.utf8),
      let time = Int64(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    return Entry(body: Array(parts[3]), fetchedAt: Timestamp(milliseconds: time))
  }

  /// Returns true if a stored response may still be used in place of a request. A response from the future is not
  /// fresh: the clock has been set back since.
  func isFresh(_ entry: Entry, at now: Timestamp) -> Bool {
    let age = now - entry.fetchedAt
    return age >= .zero && age < lifetime
  }

  /// Stores a response, and then deletes old ones. A full disk costs the response and nothing else.
  func store(_ body: [UInt8], for path: String, at now: Timestamp) {
    let files = FileManager.default
    try? files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let head = "\(Self.version)\n\(now.milliseconds)\n\(path)\n"
    let target = file(of: path)
    let draft = target + ".new"
    guard
      files.createFile(
        atPath: draft, contents: Data(Array(head.utf8) + body), attributes: [.posixPermissions: 0o600])
    else { return }
    // The age for the eviction, by the clock of the caller.
    try? files.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)], ofItemAtPath: draft)
    // A reader sees the old file or the new one, never a part of it.
    if rename(draft, target) != 0 { try? files.removeItem(atPath: draft) }
    evict(at: now)
  }

  /// Deletes the files that are too old, then the oldest until the rest fits.
  private func evict(at now: Timestamp) {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder) else { return }
    var found: [(path: String, size: Int, at: Date)] = names.compactMap { name in
      let path = "\(folder)/\(name)"
      guard let facts = try? files.attributesOfItem(atPath: path), let size = facts[.size] as? Int else {
        return nil
      }
      return (path, size, facts[.modificationDate] as? Date ?? .distantPast)
    }
    found.sort { ($0.at, $0.path) < ($1.at, $1.path) }
    var total = found.reduce(0) { $0 + $1.size }
    let oldest = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000 - Self.mostAge)
    for file in found where total > limit || file.at < oldest {
      try? files.removeItem(atPath: file.path)
      total -= file.size
    }
  }

  /// Returns the name of a file: the FNV-1a hash of the path, 64 bits. The file contains the path, so a collision is a
  /// miss.
  private func file(of path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "\(folder)/\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }
}
