internal import Deadwax
internal import Storage

extension Queryable {
  /// Returns the stations in mode add whose copy in hand is one of a release, with nothing else open.
  func stations(addingCopyOf release: Release.ID) throws -> [Station.Name] {
    try stations(in: .add).filter { name in
      guard let state = try station(name)?.0, state.stage == .idle, let hand = state.hand else { return false }
      return try copy(hand.copy)?.release == release
    }
  }
}
