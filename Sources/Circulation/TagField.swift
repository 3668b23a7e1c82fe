package import Deadwax
internal import Lanes

/// What lies on the readers of tags now. It is known from what they say, and forgotten with each of them.
package final class TagField: Sendable {
  private let lying = Guarded<[String: [PresentTag]]>([:])

  package init() {}

  /// What lies on the readers of a station, the oldest first.
  package func tags(at station: Station.Name) -> [PresentTag] {
    lying.withLock { $0.values.flatMap(\.self) }.filter { $0.station == station }
      .sorted { ($0.since, $0.uid.description) < ($1.since, $1.uid.description) }
  }

  /// A tag that lies on a reader, and how many lie there with it, itself counted; nil when it lies on none. Either byte
  /// order of its number is taken.
  package func place(of uid: TagUID) -> (tag: PresentTag, count: Int)? {
    lying.withLock { lying in
      for tags in lying.values {
        if let tag = tags.first(where: { $0.uid == uid || $0.uid == uid.reversed }) { return (tag, tags.count) }
      }
      return nil
    }
  }

  /// What lies on a reader.
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

  /// Notes what is known better of a tag that lies somewhere.
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
