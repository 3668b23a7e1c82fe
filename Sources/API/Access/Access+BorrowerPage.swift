internal import Deadwax
internal import HTTPServer
internal import RequestRecords
internal import Secrets
internal import Wire

extension Access {
  /// The links to the pages of borrowers.
  var links: BorrowerLinkStore { records.links }

  /// Returns the link that a request of a borrower's page was made with. Wrong tokens are counted for each network.
  ///
  /// - Throws: `unauthorized` for a missing, unknown or ended token; `tooMany` after too many of them.
  func link(of request: HTTPRequest) throws -> BorrowerLink {
    guard let header = request.header("authorization"), header.lowercased().hasPrefix("bearer ") else {
      throw Problem(.unauthorized, "Send the token of the link as 'Authorization: Bearer …'.")
    }
    let token = String(header.dropFirst(7)).trimmed
    // Each token is a name of its own: only the count of the network can refuse a valid one.
    let (name, _) = Digest.of(Array(token.utf8))
    try attempts.take("page \(name)", from: request.peerNetwork, at: .now())
    guard let link = try links.link(token: token) else {
      throw Problem(.unauthorized, "The link is unknown or has ended. Ask for a new one.")
    }
    attempts.restore("page \(name)", from: request.peerNetwork)
    return link
  }
}
