internal import Foundation
internal import HTTPClient

/// How people name a copy: by its id, by its code or by its number in the accession book.
enum CopyReference {
  /// A copy that was found.
  struct Found {
    var id: String
    /// In a few words.
    var line: String
  }

  /// A copy with its release, as the hub tells it.
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

  /// Finds the copy that is meant.
  ///
  /// - Parameters:
  ///   - text: an id, a code or a number.
  ///   - hub: knows the copies.
  /// - Returns: the copy.
  /// - Throws: `Failure` with `notFound` when there is none, with `usage` when the code names something else.
  static func find(_ text: String, _ hub: Hub) throws(Failure) -> Found {
    if let number = Int(text), text.utf8.count <= 7 {
      let answer = try hub.get("/api/v1/copies", [("number", String(number))])
      let page: Page = try JSONText.decode(answer.body)
      guard let copy = page.items.first else {
        throw Failure(.notFound, "There is no copy with the number \(number).", advice: ways)
      }
      return copy.found
    }
    if UUID(uuidString: text) != nil {
      let copy: Shape = try JSONText.decode(try hub.get("/api/v1/copies/\(Hub.encoded(text))").body)
      return copy.found
    }
    let answer = try hub.get("/api/v1/resolve", [("code", text)])
    let resolution: Resolution = try JSONText.decode(answer.body)
    guard var copy = resolution.copy else {
      if resolution.kind == "unbound" {
        throw Failure(.notFound, "Nothing here has the code \(printable(text)).", advice: ways)
      }
      throw Failure(
        .usage, "\(printable(text)) names no copy; the hub calls it \(printable(resolution.kind)).", advice: ways)
    }
    copy.release = copy.release ?? resolution.release
    return copy.found
  }

  private static let ways = "A copy is named by its number, by the code on its label (DW:I:…), or by its id."
}
