internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// A loan's reference on the command line: the copy on loan, or the id of the loan.
enum LoanReference {
  /// Finds the loan for a reference.
  ///
  /// - Parameters:
  ///   - text: a copy's number, code or id; or the id of a loan.
  ///   - hub: the hub.
  ///   - isOpen: true if the loan must be open; otherwise the copy's newest closed loan is returned.
  /// - Returns: the loan, and the bytes of the hub's response.
  /// - Throws: `Failure` with `notFound` if there is no such copy, with `conflict` if the copy has no such loan.
  static func find(
    _ text: String, _ hub: HubClient, isOpen: Bool = true
  ) throws(Failure) -> (loan: LoanResource, bytes: [UInt8]) {
    if UUID(uuidString: text) != nil {
      let answer = try hub.look("/api/v1/loans/\(HubClient.encoded(text))")
      if answer.isSuccess { return (try JSONCoding.decode(answer.body), answer.body) }
      guard answer.status == 404 else { throw HubProblem.failure(answer, at: hub.address) }
    }
    let copy = try CopyReference.find(text, hub)
    let page = try hub.list(
      "/api/v1/loans", [("copy", copy.id.text), ("state", isOpen ? "open" : "returned")], limit: 1)
    guard let item = page.items.first else {
      throw Failure(.conflict, "\(copy.line) is not on loan.", advice: "To list open loans: deadwax loan list")
    }
    return (try JSONCoding.decode(item), item)
  }
}
