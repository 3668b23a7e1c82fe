internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

/// A smart collection's reference on the command line: the name or the id.
enum CollectionReference {
  /// Finds the collection for a reference.
  ///
  /// - Parameters:
  ///   - text: a name or an id.
  ///   - hub: the hub.
  /// - Returns: the collection.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` if several have that name.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> CollectionResource {
    var collections: [CollectionResource] = []
    for item in try hub.wholeList("/api/v1/collections").items {
      collections.append(try JSONCoding.decode(item, as: CollectionResource.self))
    }
    if let collection = collections.first(where: { $0.id == text.lowercased() }) { return collection }
    let named = collections.filter { $0.name.lowercased() == text.lowercased() }
    if named.count == 1 { return named[0] }
    guard named.isEmpty else {
      throw Failure(
        .needsChoice, "\(named.count) collections have the name \(printable(text)).",
        advice: "Give the id: \(named.map { printable($0.id) }.joined(separator: ", "))")
    }
    let near = nearest(text, among: collections.map(\.name)).map { " Did you mean \(printable($0))?" } ?? ""
    throw Failure(
      .notFound, "No collection matches \(printable(text)).\(near)",
      advice: "A collection is identified by its name or its id.")
  }
}
