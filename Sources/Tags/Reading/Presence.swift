internal import Deadwax

/// Which tags lie on the reader, decided from what each poll found: here after one poll, gone after three without it.
///
/// A tag that stays is one sight however often it is found. Two sights of one number have a departure between them.
///
/// Phones draw a new number whenever the field comes on, and some more often. A number of that kind says no more than that a
/// phone is there: it is one sight under all the numbers it has meanwhile.
struct Presence {
  /// A tag is gone when this many polls in a row have missed it.
  static let patience = 3
  /// A tag that cannot be read is reported as it is after so many polls.
  static let readAttempts = 3

  struct Entry {
    let id: Reading.ID
    let firstSeen: Timestamp
    fileprivate(set) var misses = 0
    /// When it was first missed; nil while it is there.
    fileprivate(set) var missedSince: Timestamp?
    /// How often it was tried to be read.
    fileprivate(set) var attempts = 0
    /// What was reported to the host; nil before that.
    fileprivate(set) var reported: TagSight?
  }

  private(set) var entries: [TagUID: Entry] = [:]

  /// The tags that are here or only just missed, in a fixed order.
  var tags: [TagUID] { entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  /// The tags that the last poll found, in a fixed order.
  var found: [TagUID] { tags.filter { entries[$0]?.misses == 0 } }

  /// Whether all of them were reported.
  var isSettled: Bool { entries.values.allSatisfy { $0.misses > 0 || $0.reported != nil } }

  subscript(_ uid: TagUID) -> Entry? { entries[uid] }

  /// A poll found the tag.
  mutating func see(_ uid: TagUID, at now: Timestamp) {
    var entry = entries[uid] ?? renamed(to: uid) ?? Entry(id: .new(at: now), firstSeen: now)
    entry.misses = 0
    entry.missedSince = nil
    entries[uid] = entry
  }

  /// The phone that was there by another number.
  private mutating func renamed(to uid: TagUID) -> Entry? {
    guard uid.isRandom, let old = entries.keys.first(where: \.isRandom) else { return nil }
    return entries.removeValue(forKey: old)
  }

  /// A poll did not find it. Returns whether one more of these and it is gone.
  mutating func miss(_ uid: TagUID, at now: Timestamp) -> Bool {
    guard var entry = entries[uid] else { return false }
    entry.misses += 1
    entry.missedSince = entry.missedSince ?? now
    entries[uid] = entry
    return entry.misses >= Self.patience
  }

  /// It was tried to be read, with these contents; nil when it went away meanwhile. Returns what is to be reported.
  mutating func read(_ uid: TagUID, _ contents: TagContents?) -> TagSight? {
    guard var entry = entries[uid], entry.reported == nil else { return nil }
    entry.attempts += 1
    defer { entries[uid] = entry }
    guard let contents, contents.fault != .unread || entry.attempts >= Self.readAttempts else { return nil }
    entry.reported = TagSight(id: entry.id, at: entry.firstSeen, uid: uid, contents: contents)
    return entry.reported
  }

  /// The tag is gone for good.
  ///
  /// - Parameters:
  ///   - uid: which one.
  ///   - now: for a tag that no poll has missed.
  /// - Returns: the events for it. One that left before it was read is reported with that fault, so that a tap too short
  ///   is heard of.
  mutating func leave(_ uid: TagUID, at now: Timestamp) -> [TagEvent] {
    guard let entry = entries.removeValue(forKey: uid) else { return [] }
    let left = entry.missedSince ?? now
    if let sight = entry.reported { return [.left(sight, at: left)] }
    let unread = TagContents(kind: TagKind(atqa: 0, sak: 0), fault: .unread)
    let sight = TagSight(id: entry.id, at: entry.firstSeen, uid: uid, contents: unread)
    return [.arrived(sight), .left(sight, at: left)]
  }
}
