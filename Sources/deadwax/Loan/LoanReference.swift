internal import Foundation
internal import HTTPClient

/// How people name a loan: by the copy that is out, or by its id.
enum LoanReference {
  /// Finds the loan that is meant.
  ///
  /// - Parameters:
  ///   - text: a copy by its number, code or id; or the id of a loan.
  ///   - hub: knows the loans.
  ///   - isOpen: whether it has to be out; else the newest loan of the copy is meant.
  /// - Returns: the loan with the bytes that the hub sent.
  /// - Throws: `Failure` with `notFound` when there is none, with `conflict` when the copy is not out.
  static func find(
    _ text: String, _ hub: Hub, isOpen: Bool = true
  ) throws(Failure) -> (loan: LoanShape, bytes: [UInt8]) {
    if UUID(uuidString: text) != nil {
      let answer = try hub.look("/api/v1/loans/\(Hub.encoded(text))")
      if answer.isSuccess { return (try JSONText.decode(answer.body), answer.body) }
      guard answer.status == 404 else { throw HubProblem.failure(answer, at: hub.address) }
    }
    let copy = try CopyReference.find(text, hub)
    let page = try hub.list(
      "/api/v1/loans", [("copy", copy.id), ("state", isOpen ? "open" : "returned")], limit: 1)
    guard let item = page.items.first else {
      throw Failure(.conflict, "\(copy.line) is not on loan.", advice: "What is out: deadwax loan list")
    }
    return (try JSONText.decode(item), item)
  }
}
