package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Places {
  /// Makes the place of a model, with its cartridges and all slots. Each gets a code of its own. It is one change.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - name: the name of the place, unique among the places in the same place, at most `longestName` characters.
  ///   - parent: the place that contains it; nil for none.
  ///   - id: the id of the new place; a new one if nil. An existing place with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the place with its own slots. Its cartridges are places in it.
  /// - Throws: `StaffError.badValue`, `.nameTaken`, or `.noSuchPlace` for an unknown parent.
  package func add(
    _ model: ChangerDescription, name: String, parent: Place.ID?, id: Place.ID?, by: String?
  ) throws -> Catalogue.OpenedPlace {
    let name = try FieldValidation.line(name, "name", atMost: Self.longestName)
    return try room.write { transaction in
      if let id, try transaction.place(id) != nil { return try transaction.opened(id) }
      let place = Place(id: id ?? transaction.newID(), parent: parent, kind: model.kind, name: name)
      try transaction.make(place)
      for row in model.rows {
        guard let cartridge = row.cartridge else {
          try transaction.insertSlots(row.numbers, of: place)
          continue
        }
        let inside = Place(id: transaction.newID(), parent: place.id, kind: .cartridge, name: cartridge)
        try transaction.make(inside)
        try transaction.insertSlots(row.numbers, of: inside)
        try transaction.publish(.placeChanged, subject: inside.id.text)
      }
      try transaction.storeChange(of: place.id, by: by)
      return try transaction.opened(place.id)
    }
  }
}
