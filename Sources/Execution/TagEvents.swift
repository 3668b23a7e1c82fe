package import Deadwax
internal import Storage

extension WriteTransaction {
  /// Publishes a change of a tag. The event contains neither the UID of a card nor its borrower; a screen that needs
  /// them requests them.
  ///
  /// - Parameters:
  ///   - uid: the tag.
  ///   - change: the change in one word.
  ///   - station: the station at which it happened.
  ///   - target: the record that the tag is bound to now, or was bound to until now.
  /// - Throws: a `StorageError`.
  package func publishTag(
    _ uid: TagID, _ change: EventBody.TagChange, at station: Station.Name?, _ target: CodeTarget? = nil
  ) throws {
    var isCard = try wasCard(uid)
    var (copy, place, slot): (Copy.ID?, Place.ID?, Slot.ID?)
    switch target {
    case .borrower: isCard = true
    case .copy(let id): copy = id
    case .place(let id): place = id
    case .slot(let id): slot = id
    case .release, nil: break
    }
    // A random UID is new at every tap, so it is no useful subject.
    let isHidden = isCard || uid.isRandom
    try publish(
      .tagChanged(change: change, copy: copy, place: place, slot: slot), station: station,
      subject: isHidden ? nil : uid.description)
  }
}
