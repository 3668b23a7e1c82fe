internal import Deadwax

/// The tags on the reader, derived from the polls. A tag is present after one poll that finds it, and gone after three
/// polls in a row that miss it.
///
/// A tag that stays is one sight, however often it is found. Between two sights of one UID there is a departure.
///
/// Phones use a new random UID each time the field is switched on, and some more often. A random UID only shows that a
/// phone is present: it is one sight under all the UIDs it has meanwhile.
struct TagPresence {
  /// The number of consecutive polls that miss a tag before it is gone.
  static let patience = 3
  /// The number of failed attempts to read a tag before it is reported without its contents.
  static let readAttempts = 3

  struct Entry {
    let id: Reading.ID
    let firstSeen: Timestamp
    fileprivate(set) var misses = 0
    /// The time of the first poll that missed the tag; nil while it is present.
    fileprivate(set) var missedSince: Timestamp?
    /// The number of attempts to read it.
    fileprivate(set) var attempts = 0
    /// The sight that was reported to the host; nil before that.
    fileprivate(set) var reported: TagStay?
  }

  private(set) var entries: [TagID: Entry] = [:]

  /// The UIDs of the tags that are present or missed fewer than `patience` times, in a fixed order.
  var tags: [TagID] { entries.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  /// The UIDs of the tags that the last poll found, in a fixed order.
  var found: [TagID] { tags.filter { entries[$0]?.misses == 0 } }

  /// True if all tags that the last poll found were reported.
  var isSettled: Bool { entries.values.allSatisfy { $0.misses > 0 || $0.reported != nil } }

  subscript(_ uid: TagID) -> Entry? { entries[uid] }

  /// Records that a poll found the tag.
  mutating func see(_ uid: TagID, at now: Timestamp) {
    var entry = entries[uid] ?? renamed(to: uid) ?? Entry(id: .new(at: now), firstSeen: now)
    entry.misses = 0
    entry.missedSince = nil
    entries[uid] = entry
  }

  /// Returns the entry of a phone that was present under another random UID, and removes it.
  private mutating func renamed(to uid: TagID) -> Entry? {
    guard uid.isRandom, let old = entries.keys.first(where: \.isRandom) else { return nil }
    return entries.removeValue(forKey: old)
  }

  /// Records that a poll missed the tag. Returns true if the tag has now been missed `patience` times.
  mutating func miss(_ uid: TagID, at now: Timestamp) -> Bool {
    guard var entry = entries[uid] else { return false }
    entry.misses += 1
    entry.missedSince = entry.missedSince ?? now
    entries[uid] = entry
    return entry.misses >= Self.patience
  }

  /// Records an attempt to read the tag. `contents` is nil if the tag was removed meanwhile. Returns the sight to
  /// report, or nil.
  mutating func read(_ uid: TagID, _ contents: TagReadResult?) -> TagStay? {
    guard var entry = entries[uid], entry.reported == nil else { return nil }
    entry.attempts += 1
    defer { entries[uid] = entry }
    guard let contents, contents.fault != .unread || entry.attempts >= Self.readAttempts else { return nil }
    entry.reported = TagStay(id: entry.id, at: entry.firstSeen, uid: uid, contents: contents)
    return entry.reported
  }

  /// Removes a tag that is gone.
  ///
  /// - Parameters:
  ///   - uid: the UID of the tag.
  ///   - now: the departure time for a tag that no poll has missed.
  /// - Returns: the events to report. A tag that left before it was read is reported with the fault `unread`, so that a
  ///   tap that was too short is visible.
  mutating func leave(_ uid: TagID, at now: Timestamp) -> [TagEvent] {
    guard let entry = entries.removeValue(forKey: uid) else { return [] }
    let left = entry.missedSince ?? now
    if let sight = entry.reported { return [.left(sight, at: left)] }
    let unread = TagReadResult(kind: TagKind(atqa: 0, sak: 0), fault: .unread)
    let sight = TagStay(id: entry.id, at: entry.firstSeen, uid: uid, contents: unread)
    return [.arrived(sight), .left(sight, at: left)]
  }
}
