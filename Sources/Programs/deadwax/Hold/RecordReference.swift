internal import Foundation
internal import HTTPClient

/// A record's reference on the command line: one of its copies, or the barcode or id of its release.
enum RecordReference {
  /// A record that was found.
  struct Found {
    var release: String
    /// The id of the copy; nil if the reference is to the release only.
    var copy: String?
    /// The record in a few words.
    var line: String
  }

  private struct Thing: Decodable {
    var id: String
    var title: String?
    var number: Int?
    var release: Release?

    struct Release: Decodable {
      var id: String
      var title: String
    }
  }

  private struct Page: Decodable {
    var items: [Thing]
  }

  private struct Resolution: Decodable {
    var kind: String
    var copy: Thing?
    var release: Thing.Release?

    private enum CodingKeys: String, CodingKey {
      case kind = "class"
      case copy, release
    }
  }

  /// Finds the record for a reference.
  ///
  /// - Parameters:
  ///   - text: a copy's number, a code, a barcode, or the id of a copy or a release.
  ///   - hub: the hub.
  /// - Returns: the record.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` for a barcode of several releases.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> Found {
    if let number = Int(text), text.utf8.count <= 7 {
      let page: Page = try JSONCoding.decode(try hub.get("/api/v1/copies", [("number", String(number))]).body)
      guard let copy = page.items.first, let found = found(copy, copy.release) else {
        throw Failure(.notFound, "No copy has the number \(number).", advice: ways)
      }
      return found
    }
    if UUID(uuidString: text) != nil {
      let answer = try hub.look("/api/v1/releases/\(HubClient.encoded(text))")
      if answer.isSuccess {
        let release: Thing = try JSONCoding.decode(answer.body)
        return Found(release: release.id, line: printable(release.title ?? "a release"))
      }
      let copy: Thing = try JSONCoding.decode(try hub.get("/api/v1/copies/\(HubClient.encoded(text))").body)
      guard let found = found(copy, copy.release) else { throw Failure(.notFound, "The code belongs to no release.") }
      return found
    }
    let resolution: Resolution = try JSONCoding.decode(try hub.get("/api/v1/resolve", [("code", text)]).body)
    if let copy = resolution.copy, let found = found(copy, resolution.release ?? copy.release) { return found }
    if let release = resolution.release { return Found(release: release.id, line: printable(release.title)) }
    if resolution.kind == "ambiguous" {
      throw Failure(.needsChoice, "\(printable(text)) matches several releases.", advice: ways)
    }
    throw Failure(.notFound, "\(printable(text)) matches no record.", advice: ways)
  }

  private static func found(_ copy: Thing, _ release: Thing.Release?) -> Found? {
    guard let release else { return nil }
    return Found(
      release: release.id, copy: copy.id,
      line: printable("\(release.title), copy \(copy.number.map(String.init) ?? "?")"))
  }

  private static let ways =
    "Give the number, code or id of a copy, or the barcode or id of its release."
}
