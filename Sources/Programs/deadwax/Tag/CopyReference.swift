internal import Foundation
internal import HTTPClient

/// A copy's reference on the command line: the id, the code or the accession number.
enum CopyReference {
  /// A copy that was found.
  struct Found {
    var id: String
    /// The id of its release.
    var release: String?
    /// The copy in a few words.
    var line: String
  }

  /// A copy with its release, as the API returns it.
  private struct Shape: Decodable {
    var id: String
    var number: Int
    var code: String
    var release: ReleaseShape?

    var found: Found {
      let title = release.map { "\($0.line), " } ?? ""
      return Found(id: id, release: release?.id, line: "\(title)copy \(number) (\(printable(code)))")
    }
  }

  private struct Page: Decodable {
    var items: [Shape]
  }

  /// The hub's answer about a code.
  struct Resolution: Decodable {
    var kind: String
    var release: ReleaseShape?
    private var copy: Shape?

    /// The copy that has the code; nil if the code belongs to something else.
    var found: Found? {
      guard var copy else { return nil }
      copy.release = copy.release ?? release
      return copy.found
    }

    private enum CodingKeys: String, CodingKey {
      case kind = "class"
      case copy, release
    }
  }

  /// Returns true if a reference is the number of a copy. Longer numbers are barcodes.
  static func isNumber(_ text: String) -> Bool { Int(text) != nil && text.utf8.count <= 7 }

  /// Asks the hub what has a code.
  static func resolve(_ code: String, _ hub: HubClient) throws(Failure) -> Resolution {
    try JSONCoding.decode(try hub.get("/api/v1/resolve", [("code", code)]).body)
  }

  /// Finds the copy for a reference.
  ///
  /// - Parameters:
  ///   - text: an id, a code or a number.
  ///   - hub: the hub.
  /// - Returns: the copy.
  /// - Throws: `Failure` with `notFound` if there is none, with `usage` if the code belongs to something else.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> Found {
    if let number = Int(text), isNumber(text) {
      let answer = try hub.get("/api/v1/copies", [("number", String(number))])
      let page: Page = try JSONCoding.decode(answer.body)
      guard let copy = page.items.first else {
        throw Failure(.notFound, "No copy has the number \(number).", advice: ways)
      }
      return copy.found
    }
    if UUID(uuidString: text) != nil {
      let copy: Shape = try JSONCoding.decode(try hub.get("/api/v1/copies/\(HubClient.encoded(text))").body)
      return copy.found
    }
    let resolution = try resolve(text, hub)
    guard let copy = resolution.found else {
      if resolution.kind == "unbound" {
        throw Failure(.notFound, "No record has the code \(printable(text)).", advice: ways)
      }
      throw Failure(
        .usage, "\(printable(text)) is not a copy; it resolves to: \(printable(resolution.kind)).", advice: ways)
    }
    return copy
  }

  private static let ways = "A copy is identified by its number, by the code on its label (DW:I:…), or by its id."
}
