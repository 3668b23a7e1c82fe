internal import Foundation
internal import HTTPClient

/// How people name a borrower: by the code of a card, by the id, or by the name.
enum BorrowerReference {
  /// Finds the borrower who is meant. A card goes in a body, so that its number is in no address.
  ///
  /// - Parameters:
  ///   - text: a card as it is scanned, an id, or words of a name.
  ///   - hub: knows the borrowers; it asks for the role staff.
  /// - Returns: the borrower with the bytes that the hub sent.
  /// - Throws: `Failure` with `notFound` when there is none, with `needsChoice` when several fit.
  static func find(_ text: String, _ hub: Hub) throws(Failure) -> (borrower: BorrowerShape, bytes: [UInt8]) {
    if UUID(uuidString: text) != nil {
      let answer = try hub.get("/api/v1/borrowers/\(Hub.encoded(text))")
      return (try JSONText.decode(answer.body), answer.body)
    }
    let shown = try hub.send(Order(.post, "/api/v1/borrowers/find", ["card": text]))
    if shown.isSuccess { return (try JSONText.decode(shown.body), shown.body) }
    guard shown.status == 404 || shown.status == 422 else { throw HubProblem.failure(shown, at: hub.address) }
    let page = try hub.list("/api/v1/borrowers", [("search", text)], limit: 10)
    var found: [BorrowerShape] = []
    for item in page.items { found.append(try JSONText.decode(item, as: BorrowerShape.self)) }
    guard let first = found.first else {
      throw Failure(.notFound, "There is no borrower \(printable(text)).", advice: ways)
    }
    guard found.count == 1 else {
      let names = found.map { "  \(printable($0.id))  \(printable($0.name))" }.joined(separator: "\n")
      throw Failure(.needsChoice, "\(found.count) borrowers fit \(printable(text)):\n\(names)", advice: ways)
    }
    // The list has no cards.
    let answer = try hub.get("/api/v1/borrowers/\(Hub.encoded(first.id))")
    return (try JSONText.decode(answer.body), answer.body)
  }

  private static let ways = "A borrower is named by a card (DW:B:…), by the id, or by words of the name."
}
