internal import Deadwax
internal import Lanes

/// What each reader of codes saw last, for a moment: a barcode and a tag that come together are one record in one hand.
final class Sightings: Sendable {
  /// A code that a reader saw, and when.
  struct Sight: Hashable, Sendable {
    var reader: String
    var key: Code.Key
    var at: Timestamp
  }

  private let seen = Guarded<[Station.Name: [Sight]]>([:])

  /// Notes what a reader saw; the sight before it is gone.
  func note(_ key: Code.Key, by reader: String, at station: Station.Name, _ now: Timestamp) {
    seen.withLock { seen in
      var sights = (seen[station] ?? []).filter { $0.reader != reader }
      sights.append(Sight(reader: reader, key: key, at: now))
      seen[station] = sights
    }
  }

  /// Forgets what went out of a reader's view.
  func forget(_ key: Code.Key, by reader: String, at station: Station.Name) {
    seen.withLock { $0[station]?.removeAll { $0.reader == reader && $0.key == key } }
  }

  /// What the other readers of a desk saw last, and not longer ago than `duration`.
  func beside(_ reader: String?, at station: Station.Name, within duration: Duration, of now: Timestamp) -> [Sight] {
    seen.withLock { seen in
      (seen[station] ?? []).filter { $0.reader != reader && $0.at <= now && now - $0.at <= duration }
    }
  }
}
