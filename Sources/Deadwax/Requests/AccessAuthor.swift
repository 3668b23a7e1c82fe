/// The person or program that carries out an act of access, and the place of the request.
package struct AccessAuthor: Hashable, Sendable {
  /// The name of the account or the token; nil if it is not known.
  package var name: String?
  package var station: Station.Name?
  package var origin: AccessAct.Origin

  package init(name: String?, station: Station.Name? = nil, origin: AccessAct.Origin) {
    self.name = name
    self.station = station
    self.origin = origin
  }

  /// The console of the hub.
  package static let console = AccessAuthor(name: nil, origin: .console)
}
