internal import Deadwax

/// One round over the antenna: the known tags are called by number, then newcomers are looked for and read.
///
/// Every tag met is halted, so that a call without a number finds only those not met yet. Thus several tags are told
/// apart, and a resting one costs one select per round.
struct TagPoll {
  /// More tags than this are not looked for in one round.
  static let newcomerLimit = 4

  private let device: NFCDevice
  private let clock: () -> Timestamp

  init(device: NFCDevice, clock: @escaping () -> Timestamp) {
    self.device = device
    self.clock = clock
  }

  /// Polls once.
  ///
  /// - Parameters:
  ///   - presence: who was there; what the poll finds goes in, also when it fails half-way.
  ///   - report: is given each event as soon as it is known.
  /// - Throws: what is wrong with the reader. Nobody counts as gone then.
  func run(_ presence: inout Presence, report: (TagEvent) -> Void) throws(TagError) {
    let leaving = try callKnown(&presence, report)
    if !leaving.isEmpty { try callOnceMore(leaving, &presence, report) }
    try callNew(&presence, report)
  }

  /// Returns those that have been missed too often.
  private func callKnown(_ presence: inout Presence, _ report: (TagEvent) -> Void) throws(TagError) -> [TagUID] {
    var leaving: [TagUID] = []
    for uid in presence.tags {
      if let found = try device.select(uid) {
        try meet(found, &presence, report)
      } else if presence.miss(uid, at: clock()) {
        leaving.append(uid)
      }
    }
    return leaving
  }

  /// A tag, or a chip, may have lost its way without anybody moving: before a tag counts as gone, the field is switched
  /// off and on, and it is called once more.
  private func callOnceMore(
    _ leaving: [TagUID], _ presence: inout Presence, _ report: (TagEvent) -> Void
  ) throws(TagError) {
    // A phone has another number after that, by which it would have been found already.
    if !leaving.allSatisfy(\.isRandom) { try device.restartField() }
    for uid in leaving {
      if let found = try device.select(uid) {
        try meet(found, &presence, report)
      } else {
        presence.leave(uid, at: clock()).forEach(report)
      }
    }
  }

  private func callNew(_ presence: inout Presence, _ report: (TagEvent) -> Void) throws(TagError) {
    var met: Set<TagUID> = []
    for _ in 0..<Self.newcomerLimit {
      // One that answers twice would not be halted, and hides all others.
      guard let found = try device.select(), met.insert(found.uid).inserted else { return }
      try meet(found, &presence, report)
    }
  }

  /// A tag is selected: notes it, reads it unless that was done, and sends it to sleep.
  private func meet(
    _ found: NFCDevice.Found, _ presence: inout Presence, _ report: (TagEvent) -> Void
  ) throws(TagError) {
    presence.see(found.uid, at: clock())
    if presence[found.uid]?.reported == nil {
      let contents = try Type2Reader.read(found, on: device)
      if let sight = presence.read(found.uid, contents) { report(.arrived(sight)) }
    }
    try device.halt()
  }
}
