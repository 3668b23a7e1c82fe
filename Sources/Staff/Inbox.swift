package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// The inbox: the codes that could not be resolved, until staff decide about each.
package struct Inbox: Sendable {
  let room: StaffContext

  /// Returns items of the inbox: those in one state with the most recently scanned first, or all with the newest first.
  ///
  /// - Parameters:
  ///   - state: the state of the items; nil for all.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of items, 1 to 200.
  /// - Returns: a page of items.
  /// - Throws: `StaffError.badCursor`.
  package func list(state: InboxItem.State?, cursor: String?, limit: Int) throws -> Catalogue.Page<InboxView> {
    let after = try ListCursor.read(cursor)
    return try room.database.read { reading in
      let found = try reading.inbox(state, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { ListCursor($0.item.lastAt, $0.item.id).text } : nil,
        total: try after == nil ? reading.inboxTotal(state) : nil)
    }
  }

  /// Returns one item.
  ///
  /// - Throws: `StaffError.noSuchItem`.
  package func view(_ id: InboxItem.ID) throws -> InboxView { try room.database.read { try $0.inboxView(id) } }

  /// Creates a release by hand, and a copy that the code is bound to. A GTIN is bound to the release instead.
  ///
  /// - Parameters:
  ///   - id: an open item.
  ///   - title: the title as on the sleeve.
  ///   - artist: the artist as on the sleeve; may be empty.
  ///   - medium: the medium of the release.
  ///   - by: the person or program that makes the change.
  /// - Returns: the item with the copy.
  /// - Throws: `StaffError.noSuchItem`, `.isOver`, `.badValue`, or `.codeTaken`.
  package func name(
    _ id: InboxItem.ID, title: String, artist: String, medium: Medium, by: String?
  ) throws -> InboxView {
    let title = try FieldValidation.line(title, "title", atMost: 300)
    let artist = try FieldValidation.optionalLine(artist, "artist", atMost: 300) ?? ""
    return try room.write { transaction in
      let item = try transaction.openItem(id)
      try transaction.check(isFree: item)
      let release = Release(
        id: transaction.newID(), status: .manual, medium: medium, title: title, artist: artist,
        barcode: item.key.class == .gtin ? GTIN(key: item.key.value) : nil)
      try transaction.insert(release)
      try transaction.publish(.releaseAdded, subject: release.id.text)
      let copy = try Accession.addCopy(of: release.id, in: transaction)
      try transaction.bind(item.key, toClaimed: copy)
      return try transaction.store(item, .named, .copy(copy.id), .add, by: by)
    }
  }

  /// Queues a barcode for another look-up in the catalogues. Adds a release of which only the barcode is known; the
  /// answer fills it in.
  ///
  /// - Throws: `StaffError.noSuchItem`, `.isOver`, or `.badValue` for a code that is not a GTIN.
  package func lookUpAgain(_ id: InboxItem.ID, by: String?) throws -> InboxView {
    try room.write { [room] transaction in
      let item = try transaction.openItem(id)
      guard item.key.class == .gtin, let gtin = GTIN(key: item.key.value) else {
        throw StaffError.badValue(field: "code", sentence: "Only a commercial barcode can be looked up.")
      }
      let release: Release.ID
      let target = try transaction.scanTarget(of: item.station)
      if case .release(let known)? = try transaction.target(of: item.key) {
        release = known
        if gtin.isWorthLookingUp {
          try transaction.enqueueLookup(gtin, for: known, scan: item.scan, target: target)
        }
      } else {
        release = try Accession.addUnresolved(gtin, scan: item.scan, target: target, in: transaction).id
      }
      try transaction.hastenLookup(of: release)
      transaction.afterCommit(room.lookupWanted)
      return try transaction.store(item, .lookedUp, .release(release), .inbox, by: by)
    }
  }

  /// Binds the code to an existing copy; a GTIN is bound to the copy's release.
  ///
  /// - Throws: `StaffError.noSuchItem`, `.isOver`, `.noSuchCopy`, or `.codeTaken`.
  package func claim(_ id: InboxItem.ID, copy: Copy.ID, by: String?) throws -> InboxView {
    try room.write { transaction in
      let item = try transaction.openItem(id)
      guard let copy = try transaction.copy(copy) else { throw StaffError.noSuchCopy }
      try transaction.check(isFree: item)
      try transaction.bind(item.key, toClaimed: copy)
      return try transaction.store(item, .claimed, .copy(copy.id), .claim, by: by)
    }
  }

  /// Dismisses an item: its code does not belong to the library.
  ///
  /// - Throws: `StaffError.noSuchItem` or `.isOver`.
  package func dismiss(_ id: InboxItem.ID, by: String?) throws -> InboxView {
    try room.write { transaction in
      try transaction.store(try transaction.openItem(id), .forgotten, nil, .inbox, by: by)
    }
  }
}

extension Queryable {
  func inboxView(_ id: InboxItem.ID) throws -> InboxView {
    guard let item = try inboxItem(id) else { throw StaffError.noSuchItem }
    return try view(of: item)
  }

  func view(of item: InboxItem) throws -> InboxView {
    var view = InboxView(item: item)
    switch item.target {
    case .copy(let id)?:
      view.copy = try copy(id)
      view.release = try view.copy.flatMap { try release($0.release) }
    case .release(let id)?: view.release = try release(id)
    default: break
    }
    return view
  }

  /// - Throws: `StaffError.noSuchItem` or `.isOver`.
  fileprivate func openItem(_ id: InboxItem.ID) throws -> InboxItem {
    guard let item = try inboxItem(id) else { throw StaffError.noSuchItem }
    guard item.state == .open else { throw StaffError.isOver }
    return item
  }
}

extension WriteTransaction {
  /// - Throws: `StaffError.codeTaken` if the code has been bound to something meanwhile.
  fileprivate func check(isFree item: InboxItem) throws {
    guard let old = try binding(of: item.key) else { return }
    throw StaffError.codeTaken(old.target, title: try title(of: old.target))
  }

  fileprivate func store(
    _ item: InboxItem, _ state: InboxItem.State, _ target: CodeTarget?, _ kind: Change.Kind, by: String?
  ) throws -> InboxView {
    guard try decide(item.id, as: state, target: target) else { throw StaffError.isOver }
    try storeChange(kind, by: by)
    try publish(.inboxChanged(state: state), subject: item.id.text)
    return try inboxView(item.id)
  }
}
