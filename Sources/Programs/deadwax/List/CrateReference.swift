internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

/// A crate's reference on the command line: the name or the id.
enum CrateReference {
  /// Finds the crate for a reference.
  ///
  /// - Parameters:
  ///   - text: a name or an id.
  ///   - hub: the hub.
  /// - Returns: the crate.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` if several have that name.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> CrateResource {
    let crates = try all(hub)
    if let crate = crates.first(where: { $0.id.text == text.lowercased() }) { return crate }
    let named = crates.filter { $0.name.lowercased() == text.lowercased() }
    if named.count == 1 { return named[0] }
    guard named.isEmpty else {
      throw Failure(
        .needsChoice, "\(named.count) crates have the name \(printable(text)).",
        advice: "Give the id: \(named.map(\.id.text).joined(separator: ", "))")
    }
    let near = nearest(text, among: crates.map(\.name)).map { " Did you mean \(printable($0))?" } ?? ""
    throw Failure(
      .notFound, "No crate matches \(printable(text)).\(near)", advice: "A crate is identified by its name or its id.")
  }

  /// Finds the item of a crate that a record is.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - crate: the crate.
  ///   - hub: the hub.
  /// - Returns: the item. A copy that is not in the crate itself stands for its release.
  /// - Throws: `Failure` with `notFound` if the crate has neither.
  static func item(
    _ record: RecordReference.Found, of crate: CrateResource, _ hub: HubClient
  ) throws(Failure) -> CrateItemResource {
    var items: [CrateItemResource] = []
    for item in try hub.list("/api/v1/crates/\(crate.id)/items", limit: 100_000).items {
      items.append(try JSONCoding.decode(item, as: CrateItemResource.self))
    }
    let found =
      items.first { record.copy != nil && $0.copy?.id == record.copy }
      ?? items.first { $0.copy == nil && $0.release.id == record.release }
    guard let found else {
      throw Failure(.notFound, "\(record.line) is not in the crate \(printable(crate.name)).")
    }
    return found
  }

  /// Returns the query of the library that finds what is in a crate. Names can repeat, so it has the id.
  static func query(of crate: CrateResource) -> String { "crate:=\"\(crate.id)\"" }

  private static func all(_ hub: HubClient) throws(Failure) -> [CrateResource] {
    var crates: [CrateResource] = []
    for item in try hub.list("/api/v1/crates", limit: 100_000).items {
      crates.append(try JSONCoding.decode(item, as: CrateResource.self))
    }
    return crates
  }
}
