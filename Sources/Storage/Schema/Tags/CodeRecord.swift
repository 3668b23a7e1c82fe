package import Deadwax

extension Queryable {
  /// Returns the target of a code, or nil if it is not bound. If several releases have the same barcode, returns the
  /// first.
  package func target(of key: Code.Key) throws -> CodeTarget? {
    try first(
      "\(targetSelect) WHERE class = ?1 AND value = ?2 AND ended_at IS NULL ORDER BY id LIMIT 1", key.class.rawValue,
      key.value, as: target(from:))
  }

  /// Returns all targets of a code, in the order in which they were bound. Several releases can have the same barcode;
  /// every other code has at most one target.
  package func targets(of key: Code.Key) throws -> [CodeTarget] {
    try all(
      "\(targetSelect) WHERE class = ?1 AND value = ?2 AND ended_at IS NULL ORDER BY id", key.class.rawValue, key.value,
      as: target(from:))
  }

  private func target(from row: Row) throws -> CodeTarget {
    if let id: Release.ID = try row.optionalID("release_id") { return .release(id) }
    if let id: Copy.ID = try row.optionalID("copy_id") { return .copy(id) }
    if let id: Borrower.ID = try row.optionalID("borrower_id") { return .borrower(id) }
    if let id: Place.ID = try row.optionalID("place_id") { return .place(id) }
    return .slot(try row.id("slot_id"))
  }

  /// Returns the binding of a tag's UID in either byte order, since some readers report the bytes in reverse order.
  package func binding(of uid: TagID) throws -> ActiveBinding? {
    for uid in [uid, uid.reversed] {
      let key = Code.Key(uid)
      guard let target = try target(of: key) else { continue }
      let id = try first(
        "SELECT id FROM code WHERE class = 'tag' AND value = ?1 AND ended_at IS NULL", key.value
      ) { try $0.integer(0) }
      if let id { return ActiveBinding(id: id, key: key, target: target) }
    }
    return nil
  }

  /// Returns the binding of a code, or nil if it is not bound.
  package func binding(of key: Code.Key) throws -> ActiveBinding? {
    if let uid = key.uid { return try binding(of: uid) }
    guard let target = try target(of: key) else { return nil }
    return try first(
      "SELECT id FROM code WHERE class = ?1 AND value = ?2 AND ended_at IS NULL ORDER BY id LIMIT 1",
      key.class.rawValue, key.value
    ) { ActiveBinding(id: try $0.integer(0), key: key, target: target) }
  }

  /// Returns the tags of a copy, the oldest first.
  package func tags(of copy: Copy.ID) throws -> [TagID] {
    try all(
      "SELECT value FROM code WHERE class = 'tag' AND copy_id = ?1 AND ended_at IS NULL ORDER BY id", copy
    ) { try $0.text(0) }.compactMap { TagID($0) }
  }

  /// Parses a code of the library from a column.
  func ownCode(_ text: String) throws -> OwnCode {
    guard case .code(let code) = OwnCode.read(text) else {
      throw StorageError(.mismatch, call: "ownCode", message: "a column has no library code")
    }
    return code
  }
}

private let targetSelect = "SELECT release_id, copy_id, borrower_id, place_id, slot_id FROM code"

extension WriteTransaction {
  /// Binds a code to a target.
  ///
  /// - Returns: the row id of the binding.
  /// - Throws: `.conflict` if the code is bound already. A binding is never overwritten.
  @discardableResult
  package func bind(_ key: Code.Key, to target: CodeTarget) throws -> Int64 {
    var release: Release.ID?
    var copy: Copy.ID?
    var borrower: Borrower.ID?
    var place: Place.ID?
    var slot: Slot.ID?
    switch target {
    case .release(let id): release = id
    case .copy(let id): copy = id
    case .borrower(let id): borrower = id
    case .place(let id): place = id
    case .slot(let id): slot = id
    }
    // The id must be known before the insert, so that the row can be touched. Ids are assigned in order.
    let id = try nextRow(in: "code")
    snapshotAddition(.code, "\(id)")
    try run(
      """
      INSERT INTO code (id, class, value, release_id, copy_id, borrower_id, place_id, slot_id, bound_at)
      VALUES (?9, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, key.class.rawValue, key.value, release, copy, borrower, place, slot, now,
      id)
    return id
  }

  /// Ends a binding. Its row remains. Returns false if it has ended already.
  package func end(_ binding: ActiveBinding) throws -> Bool {
    try snapshot(.code, "\(binding.id)")
    return try run("UPDATE code SET ended_at = max(?2, bound_at) WHERE id = ?1 AND ended_at IS NULL", binding.id, now)
      == 1
  }
}
