internal import Catalogue
package import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension EffectExecutor {
  /// Stores an unresolved code in the inbox: one open item for each code, which counts its scans.
  mutating func storeUnknown(_ key: Code.Key, _ symbology: Symbology) throws {
    guard let scan else { return }
    let item = try transaction.storeUnknown(key, symbology, scan: scan, at: station)
    note(.inbox)
    try report(item.id, .open)
  }

  /// Queues the barcode of an inbox item for another look-up. If it is bound to no release yet, adds one of which only
  /// the barcode is known; the answer fills it in.
  mutating func lookUpAgain(_ key: Code.Key) throws {
    guard let item = try transaction.openInboxItem(key), key.class == .gtin, let gtin = GTIN(key: key.value) else {
      throw Refused(.changedSince)
    }
    let release: Release.ID
    let target = try transaction.scanTarget(of: item.station)
    if case .release(let known)? = try transaction.target(of: key) {
      release = known
      if gtin.isWorthLookingUp { try transaction.enqueueLookup(gtin, for: known, scan: scan, target: target) }
    } else {
      release = try Accession.addUnresolved(gtin, scan: scan, target: target, in: transaction).id
    }
    try transaction.hastenLookup(of: release)
    try decide(item, .lookedUp, .release(release))
    wantLookup()
  }

  mutating func claim(_ key: Code.Key, _ copy: Copy) throws {
    guard try transaction.binding(of: key) == nil else { throw Refused(.boundElsewhere) }
    do {
      try transaction.attempt { try transaction.bind(key, toClaimed: copy, at: station) }
    } catch let error as StorageError where error.kind == .conflict {
      throw Refused(.boundElsewhere)
    }
    note(.claim)
    if let item = try transaction.openInboxItem(key) { try decide(item, .claimed, .copy(copy.id)) }
  }

  mutating func dismiss(_ key: Code.Key) throws {
    guard let item = try transaction.openInboxItem(key) else { throw Refused(.changedSince) }
    try decide(item, .forgotten, nil)
  }

  /// Changes settings that users make at the station itself, sound and language, and stores them in its policy.
  mutating func setPolicy(_ change: (inout StationPolicy) -> Void) throws {
    let text = try transaction.stationPolicy(station)
    var policy = try text.map { try ColumnJSON.read(StationPolicy.self, $0) } ?? StationPolicy()
    change(&policy)
    try transaction.setStationPolicy(try ColumnJSON.write(policy), of: station)
    note(.setting)
    try transaction.publish(.settingChanged, station: station, subject: station.text)
  }

  private mutating func decide(_ item: InboxItem, _ state: InboxItem.State, _ target: CodeTarget?) throws {
    guard try transaction.decide(item.id, as: state, target: target) else { throw Refused(.changedSince) }
    note(.inbox)
    try report(item.id, state)
  }

  private func report(_ item: InboxItem.ID, _ state: InboxItem.State) throws {
    try transaction.publish(.inboxChanged(state: state), station: station, subject: item.text)
  }
}

extension WriteTransaction {
  /// Binds a code to a copy that was claimed for it. A GTIN is the same on every copy, so it is bound to the release,
  /// even one that a shop assigned.
  package func bind(_ key: Code.Key, toClaimed copy: Copy, at station: Station.Name? = nil) throws {
    try bind(key, to: key.class == .gtin ? .release(copy.release) : .copy(copy.id))
    guard let uid = key.uid else { return }
    try publishTag(uid, .bound, at: station, .copy(copy.id))
  }
}
