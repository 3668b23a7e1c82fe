package import Deadwax
internal import ReaderProtocol
internal import Threads

/// The tags that are on the readers now, according to the readers' reports. The tags of a reader are removed when it
/// ends.
package final class PresentTags: Sendable {
  private let lying = Locked<[String: [PresentTag]]>([:])
  private let capabilities = Locked<[String: Set<ReaderCapability>]>([:])

  package init() {}

  /// Returns the tags on the readers of a station, the oldest first.
  package func tags(at station: Station.Name) -> [PresentTag] {
    lying.withLock { $0.values.flatMap(\.self) }.filter { $0.station == station }
      .sorted { ($0.since, $0.uid.description) < ($1.since, $1.uid.description) }
  }

  /// Returns a tag that is on a reader, and the number of tags on that reader including itself; nil if it is on none.
  /// Accepts either byte order of the UID. Of several readers, one that writes comes first.
  package func place(of uid: TagID) -> (tag: PresentTag, count: Int)? {
    let places = lying.withLock { lying in
      lying.values.compactMap { tags in
        tags.first { $0.uid == uid || $0.uid == uid.reversed }.map { (tag: $0, count: tags.count) }
      }
    }
    // A gate may see the tag that lies on a reader for writing.
    return places.first { has(.write, $0.tag.reader) } ?? places.first
  }

  /// Sets the capabilities of a reader, as its hello states them.
  func set(_ stated: Set<ReaderCapability>, of reader: String) { capabilities.withLock { $0[reader] = stated } }

  /// Returns true if a reader has a capability. One that stated none is an NFC reader.
  func has(_ capability: ReaderCapability, _ reader: String) -> Bool {
    (capabilities.withLock { $0[reader] } ?? ReaderCapability.of(.nfc)).contains(capability)
  }

  /// Returns the number of tags among which a writing reader would have to choose: 1 on a reader that is made for many,
  /// and 0 if the tag is on no reader that writes.
  func countForWriting(_ uid: TagID) -> Int {
    guard let (tag, count) = place(of: uid), has(.write, tag.reader) else { return 0 }
    return has(.many, tag.reader) ? 1 : count
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

  func leave(_ uid: TagID, from reader: String) {
    lying.withLock { $0[reader]?.removeAll { $0.uid == uid } }
  }

  func clear(_ reader: String) { lying.withLock { $0[reader] = nil } }

  /// Updates the facts about a tag that is on a reader.
  func note(_ uid: TagID, _ change: @Sendable (inout PresentTag) -> Void) {
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
