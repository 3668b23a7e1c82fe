internal import Deadwax
internal import NDEF

/// A poll of the antenna. It selects the known tags by UID, then searches for new tags and reads them.
///
/// Every tag found is halted, so that a select without a UID finds only those not found yet. Thus several tags are
/// distinguished, and a tag that stays costs one select per poll.
struct TagPoll {
  /// The maximum number of new tags to search for in one poll.
  static let newcomerLimit = 4

  private let device: NFCDevice
  private let addresses: [TagAddress]
  private let clock: () -> Timestamp

  init(device: NFCDevice, addresses: [TagAddress], clock: @escaping () -> Timestamp) {
    self.device = device
    self.addresses = addresses
    self.clock = clock
  }

  /// Polls once.
  ///
  /// - Parameters:
  ///   - presence: the tags that are present. The poll updates it, even if it fails halfway.
  ///   - report: receives each event immediately.
  /// - Throws: an error of the reader. No tag counts as gone then.
  func run(_ presence: inout TagPresence, report: (TagEvent) -> Void) throws(TagDeviceError) {
    let leaving = try callKnown(&presence, report)
    if !leaving.isEmpty { try callOnceMore(leaving, &presence, report) }
    try callNew(&presence, report)
  }

  /// Selects the known tags. Returns those that were missed too often.
  private func callKnown(_ presence: inout TagPresence, _ report: (TagEvent) -> Void) throws(TagDeviceError) -> [TagID]
  {
    var leaving: [TagID] = []
    for uid in presence.tags {
      if let found = try device.select(uid) {
        try meet(found, &presence, report)
      } else if presence.miss(uid, at: clock()) {
        leaving.append(uid)
      }
    }
    return leaving
  }

  /// Switches the field off and on and selects the missed tags once more before they count as gone. A tag or the
  /// reader's chip may have lost its state although no tag was moved.
  private func callOnceMore(
    _ leaving: [TagID], _ presence: inout TagPresence, _ report: (TagEvent) -> Void
  ) throws(TagDeviceError) {
    // A phone uses another UID after a restart of the field, by which it would already have been found.
    if !leaving.allSatisfy(\.isRandom) { try device.restartField() }
    for uid in leaving {
      if let found = try device.select(uid) {
        try meet(found, &presence, report)
      } else {
        presence.leave(uid, at: clock()).forEach(report)
      }
    }
  }

  private func callNew(_ presence: inout TagPresence, _ report: (TagEvent) -> Void) throws(TagDeviceError) {
    var met: Set<TagID> = []
    for _ in 0..<Self.newcomerLimit {
      // A tag that answers twice was not halted, and hides all others.
      guard let found = try device.select(), met.insert(found.uid).inserted else { return }
      try meet(found, &presence, report)
    }
  }

  /// Records a selected tag, reads it unless it was read before, and halts it.
  private func meet(
    _ found: NFCDevice.Found, _ presence: inout TagPresence, _ report: (TagEvent) -> Void
  ) throws(TagDeviceError) {
    presence.see(found.uid, at: clock())
    if presence[found.uid]?.reported == nil {
      let contents = try Type2Reader.read(found, on: device, addresses: addresses)
      if let sight = presence.read(found.uid, contents) { report(.arrived(sight)) }
    }
    try device.halt()
  }
}
