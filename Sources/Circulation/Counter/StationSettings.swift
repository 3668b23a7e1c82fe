package import Deadwax
package import Lending

/// What the house decided about each desk.
package struct StationSettings: Sendable {
  let room: CounterRoom

  package struct Held: Hashable, Sendable {
    package var policy: StationPolicy
    /// Of what was decided: 0 while nobody has.
    package var version: Int

    package init(policy: StationPolicy, version: Int) {
      self.policy = policy
      self.version = version
    }
  }

  /// - Throws: `CounterError.noSuchStation`.
  package func policy(of station: Station.Name) throws -> Held { throw CounterError.notYet }

  /// Decides about a desk anew. What is open at it goes on.
  ///
  /// - Throws: `CounterError.noSuchStation`, `.staleVersion`, or `.badValue` for a language or a receipt that there is not,
  ///   or modes without the one in which the desk stands.
  package func set(
    _ policy: StationPolicy, of station: Station.Name, ifVersion: Int? = nil, by: String?
  ) throws -> Held {
    throw CounterError.notYet
  }
}
