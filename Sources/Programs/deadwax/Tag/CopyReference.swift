internal import Foundation
internal import HTTPClient

/// A copy's reference on the command line: the id, the code or the accession number.
enum CopyReference {
  /// A copy that was found.
  struct Found {
    var id: String
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
      return Found(id: id, line: "\(title)copy \(number) (\(printable(code)))")
    }
  }

  private struct Page: Decodable {
    var items: [Shape]
  }

  private struct Resolution: Decodable {
    var kind: String
    var copy: Shape?
    var release: ReleaseShape?

    private enum CodingKeys: String, CodingKey {
      case kind = "class"
      case copy, release
    }
  }

  /// Finds the copy for a reference.
  ///
  /// - Parameters:
  ///   - text: an id, a code or a number.
  ///   - hub: the hub.
  /// - Returns: the copy.
  /// - Throws: `Failure` with `notFound` if there is none, with `usage` if the code belongs to something else.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> Found {
    if let number = Int(text), text.utf8.count <= 7 {
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
    let answer = try hub.get("/api/v1/resolve", [("code", text)])
    let resolution: Resolution = try JSONCoding.decode(answer.body)
    guard var copy = resolution.copy else {
      if resolution.kind == "unbound" {
        throw Failure(.notFound, "No record has the code \(printable(text)).", advice: ways)
      }
      throw Failure(
        .usage, "\(printable(text)) is not a copy; it resolves to: \(printable(resolution.kind)).", advice: ways)
    }
    copy.release = copy.release ?? resolution.release
    return copy.found
  }

  private static let ways = "A copy is identified by its number, by the code on its label (DW:I:…), or by its id."
}
