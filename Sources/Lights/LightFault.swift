/// The reason why a slot is not lit.
package enum LightFault: Error, Equatable, Sendable, CustomStringConvertible {
  case noSuchCopy
  /// The copy belongs nowhere, or on loan it is not where it belongs.
  case notThere(String)
  /// Neither the slot nor a place around it has a light.
  case noLight
  /// A light of the configuration cannot be used.
  case badLight(String)
  /// The light did not do what it was asked.
  case failed(String)

  package var description: String {
    switch self {
    case .noSuchCopy: "There is no such copy."
    case .notThere(let reason), .badLight(let reason), .failed(let reason): reason
    case .noLight: "Its place has no light."
    }
  }
}
