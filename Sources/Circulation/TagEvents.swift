internal import Deadwax
internal import Storage

extension WriteTransaction {
  /// Tells everybody that something is different about a tag. The number of somebody's card is in no event, nor whose it
  /// is: a screen that has to know asks anew.
  ///
  /// - Parameters:
  ///   - uid: the tag.
  ///   - change: in one word.
  ///   - station: the desk at which it happened.
  ///   - target: what it names now, or named until now.
  /// - Throws: a `StorageError`.
  func publishTag(
    _ uid: TagUID, _ change: String, at station: Station.Name?, _ target: CodeTarget? = nil
  ) throws {
    var isCard = try wasCard(uid)
    var payload = #""change":"\#(change)""#
    switch target {
    case .borrower: isCard = true
    case let target?: payload += #","\#(target.kind)":"\#(target.id)""#
    case nil: break
    }
    // A number that is drawn anew at every tap is worth no row of its own.
    let isHidden = isCard || uid.isRandom
    try publish(.tagChanged, station: station, subject: isHidden ? nil : uid.description, payload: payload)
  }
}
