package import Deadwax

/// What a code names.
package enum CodeTarget: Hashable, Sendable {
  case release(Release.ID)
  case copy(Copy.ID)
  case borrower(Borrower.ID)
  case place(Place.ID)
  case slot(Slot.ID)
}

extension Queryable {
  /// What a code names now; nil when it is bound to nothing.
  package func target(of key: Code.Key) throws -> CodeTarget? {
    try first(
      """
      SELECT release_id, copy_id, borrower_id, place_id, slot_id FROM code
      WHERE class = ?1 AND value = ?2 AND ended_at IS NULL
      """, key.class.rawValue, key.value
    ) { row in
      if let id: Release.ID = try row.optionalID(0) { return .release(id) }
      if let id: Copy.ID = try row.optionalID(1) { return .copy(id) }
      if let id: Borrower.ID = try row.optionalID(2) { return .borrower(id) }
      if let id: Place.ID = try row.optionalID(3) { return .place(id) }
      return .slot(try row.id(4))
    }
  }

  /// One of our own codes out of a column.
  func ownCode(_ text: String) throws -> OwnCode {
    guard case .code(let code) = OwnCode.read(text) else {
      throw StorageError(code: .mismatch, call: "ownCode", message: "a column holds no code of ours")
    }
    return code
  }
}

extension WriteTransaction {
  /// Makes a code name something.
  ///
  /// - Throws: `constraintUnique` when it already names something: a binding is never overwritten.
  package func bind(_ key: Code.Key, to target: CodeTarget) throws {
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
    try run(
      """
      INSERT INTO code (class, value, release_id, copy_id, borrower_id, place_id, slot_id, bound_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, key.class.rawValue, key.value, release, copy, borrower, place, slot, now)
  }
}
