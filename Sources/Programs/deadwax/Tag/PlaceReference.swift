internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

/// A place's reference on the command line: the name, the code or the id.
enum PlaceReference {
  /// Finds the place for a reference.
  ///
  /// - Parameters:
  ///   - text: a name, a code or an id.
  ///   - hub: the hub.
  /// - Returns: the id of the place.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` if several have that name.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> Place.ID {
    var places: [PlaceResource] = []
    for item in try hub.list("/api/v1/places", limit: 10_000).items {
      places.append(try JSONCoding.decode(item, as: PlaceResource.self))
    }
    if let place = places.first(where: { $0.id.text == text.lowercased() }) { return place.id }
    let named = places.filter { $0.name.lowercased() == text.lowercased() }
    if named.count == 1 { return named[0].id }
    guard named.isEmpty else {
      throw Failure(
        .needsChoice, "\(named.count) places have the name \(printable(text)).",
        advice: "Give the code on its label, or its id: \(named.map(\.id.text).joined(separator: ", "))")
    }
    if text.uppercased().hasPrefix("DW:") {
      let resolution: ResolutionResource = try JSONCoding.decode(try hub.get("/api/v1/resolve", [("code", text)]).body)
      if resolution.class == .place, let id = resolution.id.flatMap({ Place.ID($0) }) { return id }
    }
    let near = nearest(text, among: places.map(\.name)).map { " Did you mean \(printable($0))?" } ?? ""
    throw Failure(
      .notFound, "No place matches \(printable(text)).\(near)",
      advice: "A place is identified by its name, by the code on its label (DW:P:…), or by its id.")
  }
}
