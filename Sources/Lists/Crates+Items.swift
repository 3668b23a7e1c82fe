package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Crates {
  /// Returns a page of the items of a crate, in their order.
  ///
  /// - Parameters:
  ///   - id: the crate.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of items, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `StaffError.noSuchCrate`, or `CatalogueError.badCursor`.
  package func items(of id: Crate.ID, cursor: String?, limit: Int) throws -> Catalogue.Page<CrateItemView> {
    let after = try Self.position(cursor)
    return try database.read { reading in
      guard try reading.crate(id) != nil else { throw StaffError.noSuchCrate }
      let rows = try reading.items(of: id, after: after, limit: limit + 1)
      let page = rows.prefix(limit)
      let first = try page.first.map { try reading.itemCount(before: $0) } ?? 0
      return Catalogue.Page(
        items: try page.enumerated().map { try reading.view(of: $1, at: first + $0 + 1) },
        next: rows.count > limit ? page.last.map { "\($0.rank).\($0.id)" } : nil,
        total: try after == nil ? reading.itemCount(of: id) : nil)
    }
  }

  /// Returns an item of a crate.
  ///
  /// - Throws: `StaffError.noSuchCrateItem`.
  package func item(_ item: CrateItem.ID, of id: Crate.ID) throws -> CrateItemView {
    try database.read { try $0.opened(try $0.known(item, of: id, ifVersion: nil)) }
  }

  /// Adds a release or a copy at the end of a crate. One that is there already stays where it is.
  ///
  /// - Parameters:
  ///   - subject: the record. The id of a release that was merged stands for the one into which it was merged.
  ///   - id: the crate.
  ///   - item: the id of the new item; a new one if nil.
  ///   - by: the person or program that makes the change.
  /// - Returns: the item, and true if it is new.
  /// - Throws: `StaffError.noSuchCrate`, `.noSuchRelease`, `.noSuchCopy` or `.isRemoved`; `.badValue` for a full crate.
  package func add(
    _ subject: CrateItem.Subject, to id: Crate.ID, item: CrateItem.ID?, by: String?
  ) throws -> (view: CrateItemView, isNew: Bool) {
    try write { transaction in
      guard try transaction.crate(id) != nil else { throw StaffError.noSuchCrate }
      let subject = try transaction.checked(subject)
      switch try transaction.put(subject, into: id, as: item) {
      case .present(let present): return (try transaction.opened(present), false)
      case .full:
        throw StaffError.badValue(field: "crate", sentence: "It has \(CrateItem.most) items, and room for no more.")
      case .added(let added):
        try transaction.storeChange(of: id, by: by)
        return (try transaction.opened(added), true)
      }
    }
  }

  /// Moves an item to another position of its crate.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - id: its crate.
  ///   - position: the new position; 1 is the first, and any larger than the last is the last.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the item after the change.
  /// - Throws: `StaffError.noSuchCrateItem`, `.staleVersion` or `.badValue`.
  package func move(
    _ item: CrateItem.ID, of id: Crate.ID, to position: Int, ifVersion version: Int?, by: String?
  ) throws -> CrateItemView {
    guard (1...CrateItem.most).contains(position) else {
      throw StaffError.badValue(
        field: "position", sentence: "It must be a whole number from 1 to \(CrateItem.most).")
    }
    return try write { transaction in
      let before = try transaction.known(item, of: id, ifVersion: version)
      try transaction.move(before, to: min(position, try transaction.itemCount(of: id)) - 1)
      let after = try transaction.known(item, of: id, ifVersion: nil)
      if after != before { try transaction.storeChange(of: id, by: by) }
      return try transaction.opened(after)
    }
  }

  /// Takes an item out of a crate. Its record remains in the library.
  ///
  /// - Throws: `StaffError.noSuchCrateItem` or `.staleVersion`.
  package func remove(_ item: CrateItem.ID, of id: Crate.ID, ifVersion version: Int?, by: String?) throws {
    try write { transaction in
      _ = try transaction.known(item, of: id, ifVersion: version)
      try transaction.remove(item)
      try transaction.storeChange(of: id, by: by)
    }
  }

  /// Returns all items of a crate, in their order.
  ///
  /// - Throws: `StaffError.noSuchCrate`.
  func allItems(of id: Crate.ID, in reading: any Queryable) throws -> [CrateItemView] {
    guard try reading.crate(id) != nil else { throw StaffError.noSuchCrate }
    return try reading.items(of: id, after: nil, limit: CrateItem.most).enumerated().map {
      try reading.view(of: $1, at: $0 + 1)
    }
  }

  /// Parses the cursor of a list of items.
  private static func position(_ cursor: String?) throws(CatalogueError) -> (rank: Int64, id: CrateItem.ID)? {
    guard let cursor else { return nil }
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let rank = Int64(parts[0]), let id = CrateItem.ID(String(parts[1])) else {
      throw CatalogueError.badCursor
    }
    return (rank, id)
  }
}

extension Queryable {
  /// - Throws: `StaffError.noSuchCrateItem` or `.staleVersion`.
  fileprivate func known(_ id: CrateItem.ID, of crate: Crate.ID, ifVersion version: Int?) throws -> CrateItem {
    guard let item = try crateItem(id), item.crate == crate else { throw StaffError.noSuchCrateItem }
    if let version, version != item.version { throw StaffError.staleVersion(now: item.version) }
    return item
  }

  /// Returns the record to add.
  ///
  /// - Throws: `StaffError.noSuchRelease`, `.isRemoved` or `.noSuchCopy`.
  fileprivate func checked(_ subject: CrateItem.Subject) throws -> CrateItem.Subject {
    switch subject {
    case .release(let id):
      let id = try remaining(of: id)
      guard try release(id) != nil else { throw StaffError.noSuchRelease }
      guard try isListed(id) else { throw StaffError.isRemoved }
      return .release(id)
    case .copy(let id):
      guard try copy(id) != nil else { throw StaffError.noSuchCopy }
      return subject
    }
  }

  fileprivate func opened(_ item: CrateItem) throws -> CrateItemView {
    try view(of: item, at: try itemCount(before: item) + 1)
  }

  fileprivate func view(of item: CrateItem, at position: Int) throws -> CrateItemView {
    var copy: Copy?
    let id: Release.ID
    switch item.subject {
    case .release(let release): id = release
    case .copy(let copyID):
      guard let found = try self.copy(copyID) else { throw StaffError.noSuchCopy }
      (copy, id) = (found, found.release)
    }
    guard let release = try release(id) else { throw StaffError.noSuchRelease }
    return CrateItemView(item: item, release: release, copy: copy, position: position)
  }
}
