package import Deadwax
package import ReaderProtocol
internal import Threads

/// The objects that the readers of this machine see now, and what these readers can do. Nothing else stores this: the
/// intakes of all stations write it, and scans, tag jobs and screens read it.
///
/// An object that stays in view is one scan; one that is removed and returns is two. A reader that restarts sees again
/// the objects that were there before. Its earlier reports are therefore retained for a grace time after the restart.
/// Objects that it does not report again in that time have gone. Its tags cannot be written before it reports them again.
package final class Presence: Sendable {
  private let fields = Locked<[String: Field]>([:])
  private let grace: Duration

  /// Creates a presence without readers.
  ///
  /// - Parameter grace: the time after a restart within which a reader must report its earlier objects again.
  package init(grace: Duration = .seconds(5)) { self.grace = grace }

  /// The objects before one reader.
  private struct Field {
    var capabilities: Set<ReaderCapability> = []
    var sights: [SeenObject: Sight] = [:]
    /// True if some sights may be in their grace time.
    var hasGrace = false

    var tags: [PresentTag] { sights.values.compactMap(\.tag) }

    mutating func remove(before now: Timestamp) {
      guard hasGrace else { return }
      sights = sights.filter { _, sight in sight.goneAt.map { now < $0 } ?? true }
      hasGrace = sights.values.contains { $0.goneAt != nil }
    }
  }

  private struct Sight {
    /// The report about a tag; nil for a barcode, and for a tag that its reader has not reported since its restart.
    var tag: PresentTag?
    /// False if its scan could not be stored.
    var isScanned = true
    /// The end of its grace time; nil if the reader sees it.
    var goneAt: Timestamp?
  }

  // MARK: - Reports of the readers

  /// Notes that the program of a reader started, with the capabilities of its hello.
  package func start(_ reader: String, _ capabilities: Set<ReaderCapability>, _ now: Timestamp) {
    fields.withLock { fields in
      var field = fields[reader] ?? Field()
      field.capabilities = capabilities
      field.hasGrace = true
      for object in field.sights.keys {
        field.sights[object]?.tag = nil
        field.sights[object]?.goneAt = now + grace
      }
      fields[reader] = field
    }
  }

  /// Notes that the program of a reader ended: nothing is known about its tags until it is back.
  package func end(_ reader: String) {
    fields.withLock { fields in
      guard let objects = fields[reader]?.sights.keys else { return }
      for object in objects { fields[reader]?.sights[object]?.tag = nil }
    }
  }

  /// Notes that an object came into view.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - reader: the reader that sees it.
  ///   - tag: the reader's report, if the object is a tag. A tag that was there keeps its time.
  ///   - now: the time.
  /// - Returns: true if that is a scan; false if the object was in view before.
  @discardableResult
  package func appear(_ object: SeenObject, at reader: String, tag: PresentTag?, _ now: Timestamp) -> Bool {
    fields.withLock { fields in
      fields[reader, default: Field()].remove(before: now)
      let known = fields[reader]?.sights[object]
      var tag = tag
      if let since = known?.tag?.since { tag?.since = since }
      fields[reader]?.sights[object] = Sight(tag: tag)
      return !(known?.isScanned ?? false)
    }
  }

  /// Notes that an object went out of view.
  package func leave(_ object: SeenObject, at reader: String) {
    fields.withLock { $0[reader]?.sights[object] = nil }
  }

  /// Notes that the scan of an object could not be stored: its next report is a scan again.
  package func retract(_ object: SeenObject, at reader: String) {
    fields.withLock { $0[reader]?.sights[object]?.isScanned = false }
  }

  // MARK: - Readers

  /// Returns true if a reader has a capability, according to its last hello.
  package func has(_ capability: ReaderCapability, _ reader: String) -> Bool {
    fields.withLock { $0[reader]?.capabilities.contains(capability) ?? false }
  }

  /// Returns the number of objects that a reader sees.
  package func count(at reader: String, _ now: Timestamp) -> Int {
    fields.withLock { fields in
      fields[reader]?.remove(before: now)
      return fields[reader]?.sights.count ?? 0
    }
  }
}

// MARK: - Tags

extension Presence {
  /// Returns the tags on the readers of a station, the oldest first.
  package func tags(at station: Station.Name) -> [PresentTag] {
    Self.sorted(fields.withLock { $0.values.flatMap(\.tags) }.filter { $0.station == station })
  }

  /// Returns the tags that may be in one hand with what another reader reads, the oldest first.
  ///
  /// - Parameters:
  ///   - reader: the other reader, whose own tags are left out.
  ///   - station: its station.
  /// - Returns: the tags on the station's readers that are not made for many.
  package func tagsInHand(besides reader: String, at station: Station.Name) -> [PresentTag] {
    let tags = fields.withLock { fields in
      fields.filter { $0.key != reader && !$0.value.capabilities.contains(.many) }.values.flatMap(\.tags)
    }
    return Self.sorted(tags.filter { $0.station == station })
  }

  private static func sorted(_ tags: [PresentTag]) -> [PresentTag] {
    tags.count < 2 ? tags : tags.sorted { ($0.since, $0.uid.description) < ($1.since, $1.uid.description) }
  }

  /// Returns the tags on a reader, the oldest first.
  package func tags(on reader: String) -> [PresentTag] { Self.sorted(fields.withLock { $0[reader]?.tags ?? [] }) }

  /// Returns a tag that is on a reader, and the number of tags on that reader including itself; nil if it is on none.
  /// Accepts either byte order of the UID. Of several readers, one that writes comes first: a gate may see the tag that
  /// lies on a reader for writing.
  package func place(of uid: TagID) -> (tag: PresentTag, count: Int)? {
    fields.withLock { fields in
      var found: (tag: PresentTag, count: Int)?
      for field in fields.values {
        guard let tag = field.sights[.tag(uid)]?.tag ?? field.sights[.tag(uid.reversed)]?.tag else { continue }
        let place = (tag: tag, count: field.sights.values.count { $0.tag != nil })
        if field.capabilities.contains(.write) { return place }
        found = found ?? place
      }
      return found
    }
  }

  /// Returns the number of tags among which a writing reader would have to choose: 1 on a reader that is made for many,
  /// and 0 if the tag is on no reader that writes.
  package func countForWriting(_ uid: TagID) -> Int {
    guard let (tag, count) = place(of: uid), has(.write, tag.reader) else { return 0 }
    return has(.many, tag.reader) ? 1 : count
  }

  /// Updates the facts about a tag that is on a reader.
  package func note(_ uid: TagID, _ change: (inout PresentTag) -> Void) {
    fields.withLock { fields in
      for reader in fields.keys {
        for object in Set([SeenObject.tag(uid), .tag(uid.reversed)]) {
          guard var tag = fields[reader]?.sights[object]?.tag else { continue }
          change(&tag)
          fields[reader]?.sights[object]?.tag = tag
        }
      }
    }
  }
}
