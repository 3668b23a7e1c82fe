package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Places {
  /// Disables a slot with a reason, or puts it into use. A copy that is in it stays.
  ///
  /// - Parameters:
  ///   - number: the number of the slot.
  ///   - id: the place.
  ///   - patch: the fields to change.
  ///   - version: the version of the place that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the place with its slots after the change.
  /// - Throws: `StaffError.noSuchPlace`, `.noSuchSlot`, `.staleVersion` or `.badValue`.
  package func changeSlot(
    _ number: Int, of id: Place.ID, _ patch: Slot.Patch, ifVersion version: Int?, by: String?
  ) throws -> Catalogue.OpenedPlace {
    let reason = try patch.disabledReason.map {
      try FieldValidation.line($0, "disabledReason", atMost: Slot.longestReason)
    }
    return try room.write { transaction in
      let place = try transaction.place(id, ifVersion: version)
      guard var slot = try transaction.slot(number, of: id) else { throw StaffError.noSuchSlot }
      guard let reason, reason != slot.disabledReason else { return try transaction.opened(id) }
      slot.disabledReason = reason
      try transaction.update(slot)
      try transaction.update(place)
      try transaction.storeChange(of: id, by: by)
      return try transaction.opened(id)
    }
  }
}
