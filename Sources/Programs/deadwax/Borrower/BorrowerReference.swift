internal import CommandLineArguments
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A borrower's reference on the command line: the code of a card, the id or the name.
enum BorrowerReference {
  /// Finds the borrower for a reference. A card is sent in a body, so that its code is in no URL.
  ///
  /// - Parameters:
  ///   - text: a scanned card code, an id, or words of a name.
  ///   - hub: the hub; the request needs the role staff.
  /// - Returns: the borrower, and the bytes of the hub's response.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` if several match.
  static func find(_ text: String, _ hub: HubClient) throws(Failure) -> (borrower: BorrowerResource, bytes: [UInt8]) {
    if UUID(uuidString: text) != nil {
      let answer = try hub.get("/api/v1/borrowers/\(HubClient.encoded(text))")
      return (try JSONCoding.decode(answer.body), answer.body)
    }
    let displayed = try hub.send(ChangeRequest(.post, "/api/v1/borrowers/find", CardSearchRequest(card: text)))
    if displayed.isSuccess { return (try JSONCoding.decode(displayed.body), displayed.body) }
    guard displayed.status == 404 || displayed.status == 422 else {
      throw HubProblem.failure(displayed, at: hub.address)
    }
    let page = try hub.list("/api/v1/borrowers", [("search", text)], limit: 10)
    var found: [BorrowerResource] = []
    for item in page.items { found.append(try JSONCoding.decode(item, as: BorrowerResource.self)) }
    guard let first = found.first else {
      throw Failure(.notFound, "No borrower matches \(printable(text)).", advice: ways)
    }
    guard found.count == 1 else {
      let names = found.map { "  \($0.id)  \(printable($0.name))" }.joined(separator: "\n")
      throw Failure(.needsChoice, "\(found.count) borrowers match \(printable(text)):\n\(names)", advice: ways)
    }
    // The list has no cards.
    let answer = try hub.get("/api/v1/borrowers/\(HubClient.encoded(first.id))")
    return (try JSONCoding.decode(answer.body), answer.body)
  }

  private static let ways = "A borrower is identified by a card (DW:B:…), by the id, or by words of the name."
}
