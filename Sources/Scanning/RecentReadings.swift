internal import Deadwax
internal import Threads

/// The last sighting of each code reader, for a short time: a barcode and a tag that are seen together belong to one
/// copy in one hand.
final class RecentReadings: Sendable {
  /// A code that a reader saw, and the time.
  struct Entry: Hashable, Sendable {
    var reader: String
    var key: Code.Key
    var at: Timestamp
  }

  private let seen = Locked<[Station.Name: [Entry]]>([:])

  /// Stores a sighting; replaces the previous one of the reader.
  func note(_ key: Code.Key, by reader: String, at station: Station.Name, _ now: Timestamp) {
    seen.withLock { seen in
      var sights = (seen[station] ?? []).filter { $0.reader != reader }
      sights.append(Entry(reader: reader, key: key, at: now))
      seen[station] = sights
    }
  }

  /// Removes the sighting of a code that left a reader's view.
  func remove(_ key: Code.Key, by reader: String, at station: Station.Name) {
    seen.withLock { $0[station]?.removeAll { $0.reader == reader && $0.key == key } }
  }

  /// Returns the last sightings of the other readers of a station, if they are not older than `duration`.
  func concurrent(_ reader: String?, at station: Station.Name, within duration: Duration, of now: Timestamp) -> [Entry]
  {
    seen.withLock { seen in
      (seen[station] ?? []).filter { $0.reader != reader && $0.at <= now && now - $0.at <= duration }
    }
  }
}
