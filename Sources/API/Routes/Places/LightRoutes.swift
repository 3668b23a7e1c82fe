internal import Deadwax
internal import HTTPServer
internal import Lights
internal import Log
internal import Wire

extension HTTPAPI {
  /// The lights at the shelves.
  var lightRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/lights", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(
          lights.strips.map { LightResource(name: $0.name, place: $0.place, slots: $0.slots, seconds: $0.seconds) })
      },
      Endpoint(.post, "/api/v1/copies/{id}/light", needs: .station, on: .long) { request, _ in
        guard let id = Copy.ID(request.parameter("id")) else { throw LightFault.noSuchCopy }
        let lit = try lights.show(id)
        return .json(
          LitSlotResource(light: lit.strip.name, place: lit.place, slot: lit.slot, seconds: lit.strip.seconds))
      },
    ]
  }

  /// Returns the problem for a slot that is not lit.
  func problem(_ fault: LightFault) -> Problem {
    switch fault {
    case .noSuchCopy: return Problem(.notFound, fault.description)
    case .notThere, .noLight, .badLight: return Problem(.conflict, fault.description)
    case .failed:
      logger.warning("\(fault)")
      return Problem(.notReady, fault.description)
    }
  }
}
