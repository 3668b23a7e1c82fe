internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension Circulation {
  /// A code that nobody knows: one open item for each, which counts its scans.
  mutating func keepUnknown(_ key: Code.Key, _ symbology: Symbology) throws {
    guard let scan else { return }
    let item: InboxItem.ID
    if let open = try transaction.openInboxItem(key) {
      try transaction.countScan(of: open.id)
      item = open.id
    } else {
      item = transaction.newID()
      try transaction.insert(
        InboxItem(
          id: item, key: key, symbology: symbology, scan: scan, station: station, firstAt: transaction.now,
          lastAt: transaction.now))
    }
    note(.inbox)
    try tell(item, .open)
  }

  mutating func lookUpAgain(_ key: Code.Key) throws {
    guard let item = try transaction.openInboxItem(key) else { throw Refused(.changedSince) }
    if key.class == .gtin, case .gtin(let gtin) = GTIN.read(key.value, symbology: nil),
      case .release(let release)? = try transaction.target(of: key)
    {
      try transaction.enqueueLookup(gtin, for: release, scan: scan)
    }
    try decide(item, .lookedUp, nil)
    wantLookup()
  }

  mutating func claim(_ key: Code.Key, _ copy: Copy) throws {
    let old = try transaction.binding(of: key)
    guard old == nil else { throw Refused(.boundElsewhere) }
    do {
      try rebind(key, to: copy.id, ending: nil)
    } catch let error as StorageError where error.code == .constraintUnique {
      throw Refused(.boundElsewhere)
    }
    note(.claim)
    if let item = try transaction.openInboxItem(key) { try decide(item, .claimed, .copy(copy.id)) }
  }

  mutating func forget(_ key: Code.Key) throws {
    guard let item = try transaction.openInboxItem(key) else { throw Refused(.changedSince) }
    try decide(item, .forgotten, nil)
  }

  /// Quiet or loud, and the language: what the desk itself is told, kept with its policy.
  mutating func setPolicy(_ change: (inout StationPolicy) -> Void) throws {
    let text = try transaction.stationPolicy(station)
    var policy = try text.map { try StateText.read(StationPolicy.self, $0) } ?? StationPolicy()
    change(&policy)
    try transaction.setStationPolicy(try StateText.write(policy), of: station)
    note(.setting)
    try transaction.publish(.settingChanged, station: station, subject: station.text)
  }

  private mutating func decide(_ item: InboxItem, _ state: InboxItem.State, _ target: CodeTarget?) throws {
    try transaction.decide(item.id, state, target: target)
    note(.inbox)
    try tell(item.id, state)
  }

  private func tell(_ item: InboxItem.ID, _ state: InboxItem.State) throws {
    try transaction.publish(
      .inboxChanged, station: station, subject: item.text, payload: #""state":"\#(state.rawValue)""#)
  }
}
