package import Deadwax
internal import Threads

/// The tags that are on the readers now, according to the readers' reports. The tags of a reader are removed when it
/// ends.
package final class PresentTags: Sendable {
  private let lying = Locked<[String: [PresentTag]]>([:])

  package init() {}

  /// Returns the tags on the readers of a station, the oldest first.
  package func tags(at station: Station.Name) -> [PresentTag] {
    lying.withLock { $0.values.flatMap(\.self) }.filter { $0.station == station }
      .sorted { ($0.since, $0.uid.description) < ($1.since, $1.uid.description) }
  }

  /// Returns a tag that is on a reader, and the number of tags on that reader including itself; nil if it is on none.
  /// Accepts either byte order of the UID.
  package func place(of uid: TagUID) -> (tag: PresentTag, count: Int)? {
    lying.withLock { lying in
      for tags in lying.values {
        if let tag = tags.first(where: { $0.uid == uid || $0.uid == uid.reversed }) { return (tag, tags.count) }
      }
      return nil
    }
  }

  /// Returns the tags on a reader.
  func tags(on reader: String) -> [PresentTag] { lying.withLock { $0[reader] ?? [] } }

  func arrive(_ tag: PresentTag) {
    lying.withLock { lying in
      var tags = lying[tag.reader] ?? []
      var tag = tag
      if let index = tags.firstIndex(where: { $0.uid == tag.uid }) { tag.since = tags.remove(at: index).since }
      lying[tag.reader] = tags + [tag]
    }
  }

  func leave(_ uid: TagUID, from reader: String) {
    lying.withLock { $0[reader]?.removeAll { $0.uid == uid } }
  }

  func clear(_ reader: String) { lying.withLock { $0[reader] = nil } }

  /// Updates the facts about a tag that is on a reader.
  func note(_ uid: TagUID, _ change: @Sendable (inout PresentTag) -> Void) {
    lying.withLock { lying in
      for reader in lying.keys {
        guard let index = lying[reader]?.firstIndex(where: { $0.uid == uid || $0.uid == uid.reversed }),
          var tag = lying[reader]?[index]
        else { continue }
        change(&tag)
        lying[reader]?[index] = tag
      }
    }
  }
}
