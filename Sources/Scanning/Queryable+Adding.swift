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

  /// Returns the stations with a question about a release that was decided elsewhere: by another station, on a page, or by
  /// a look-up that has found other records.
  func stationsAskingInVain() throws -> [(station: Station.Name, release: Release.ID)] {
    try [Mode.add, .lookup].flatMap { try stations(in: $0) }.compactMap { name in
      guard let question = try station(name)?.state.stage.choosing?.source,
        try sourceQuestion(of: question.release, after: question.answers)?.asks(question) != true
      else { return nil }
      return (name, question.release)
    }
  }
}
