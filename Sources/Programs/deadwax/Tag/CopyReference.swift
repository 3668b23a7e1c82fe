internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A copy's reference on the command line: the id, the code or the accession number.
enum CopyReference {
  /// A copy that was found.
  struct Found {
    var id: Copy.ID
    /// The id of its release.
    var release: Release.ID?
    /// The copy in a few words.
    var line: String

    init(_ copy: CopySummary, _ release: ReleaseSummary?) {
      id = copy.id
      self.release = release?.id
      let title = release.map { "\($0.line), " } ?? ""
      line = "\(title)copy \(copy.number) (\(printable(copy.code)))"
    }

    init(_ copy: CopyResource) {
      id = copy.id
      release = copy.release.id
      line = "\(copy.release.line), copy \(copy.number) (\(printable(copy.code)))"
    }
  }

  /// Returns true if a reference is the number of a copy. Longer numbers are barcodes.
  static func isNumber(_ text: String) -> Bool { Int(text) != nil && text.utf8.count <= 7 }

  /// Asks the hub what has a code.
  static func resolve(_ code: String, _ hub: HubClient) throws(Failure) -> ResolutionResource {
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
      let page: ListPage<CopyResource> = try JSONCoding.decode(answer.body)
      guard let copy = page.items.first else {
        throw Failure(.notFound, "No copy has the number \(number).", advice: ways)
      }
      return Found(copy)
    }
    if UUID(uuidString: text) != nil {
      let copy: CopyResource = try JSONCoding.decode(try hub.get("/api/v1/copies/\(HubClient.encoded(text))").body)
      return Found(copy)
    }
    let resolution = try resolve(text, hub)
    guard let copy = found(by: resolution) else {
      if resolution.class == .unbound {
        throw Failure(.notFound, "No record has the code \(printable(text)).", advice: ways)
      }
      throw Failure(
        .usage, "\(printable(text)) is not a copy; it resolves to: \(resolution.class.rawValue).", advice: ways)
    }
    return copy
  }

  /// Returns the copy that has a code; nil if the code belongs to something else.
  static func found(by resolution: ResolutionResource) -> Found? {
    resolution.copy.map { Found($0, resolution.release) }
  }

  private static let ways = "A copy is identified by its number, by the code on its label (DW:I:…), or by its id."
}
