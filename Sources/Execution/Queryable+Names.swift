package import Deadwax
internal import Lending
package import Storage

extension Queryable {
  /// Returns the display title of a code's target. For a borrower it reveals only that it is a borrower's card.
  package func title(of target: CodeTarget) throws -> String? {
    switch target {
    case .release(let id): try release(id)?.title
    case .copy(let id): try copy(id).flatMap { try release($0.release) }?.title
    case .borrower: "A borrower's card"
    case .place(let id): try place(id)?.name
    case .slot(let id): try slot(id)?.location.text
    }
  }

  /// Returns the name of a record. For a borrower it reveals only that it is a borrower's card.
  package func name(of target: CodeTarget) throws -> String {
    switch target {
    case .copy(let id):
      guard let copy = try copy(id) else { return "A copy" }
      return "\(try release(copy.release)?.title ?? "A record"), copy \(copy.number)"
    case .release(let id): return try release(id)?.title ?? "A release"
    case .borrower: return "A borrower's card"
    case .place(let id): return try place(id)?.name ?? "A place"
    case .slot(let id): return try slot(id)?.location.text ?? "A slot"
    }
  }

  /// Returns the language that is set for a station, as an ISO 639 code; nil if none is set.
  package func language(of station: Station.Name) throws -> String? {
    try stationPolicy(station).map { try ColumnJSON.read(StationPolicy.self, $0).language }
  }

  /// Returns the collection that a station scans for: all media if nothing is set.
  package func scanTarget(of station: Station.Name) throws -> ScanTarget {
    try stationPolicy(station).map { try ColumnJSON.read(StationPolicy.self, $0).scanTarget } ?? .any
  }
}
