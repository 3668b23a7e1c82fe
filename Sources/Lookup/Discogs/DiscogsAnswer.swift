package import Deadwax

/// Parsing of Discogs' response bodies.
package enum DiscogsAnswer {
  /// The parsed value, and the number of invalid parts that were skipped.
  package struct Reading<Value: Sendable>: Sendable {
    package let value: Value
    package let skipped: Int
  }

  /// Returns the releases on a page of search results. Masters, artists and labels are ignored.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the hits in the order of the response.
  /// - Throws: `invalidResponse(.unreadable)` if the body is not a page of results.
  package static func hits(in body: [UInt8]) throws(LookupError) -> Reading<[SearchHit]> {
    let page = try searchPage(in: body, from: nil)
    return Reading(value: page.value.hits, skipped: page.skipped)
  }

  /// Returns a page of search results, with the time of the response if it was stored.
  static func searchPage(in body: [UInt8], from time: Timestamp?) throws(LookupError) -> Reading<SearchPage> {
    var (page, skipped) = try LossyDecoding.decode(SearchPage.self, from: body)
    page.fetchedAt = time
    return Reading(value: page, skipped: skipped)
  }

  /// Returns one release.
  ///
  /// - Parameters:
  ///   - body: JSON in UTF-8.
  ///   - now: the time at which it was fetched.
  /// - Returns: the converted release.
  /// - Throws: `invalidResponse(.unreadable)` if the body is not a release.
  package static func release(
    in body: [UInt8], at now: Timestamp
  ) throws(LookupError) -> Reading<CatalogueRelease> {
    let (release, skipped) = try LossyDecoding.decode(DiscogsRelease.self, from: body)
    return Reading(value: release.catalogueRelease(web: DiscogsClient.web, at: now), skipped: skipped)
  }

  /// Returns the name of the user a token belongs to.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the user's name.
  /// - Throws: `invalidResponse(.unreadable)` if there is none.
  package static func identity(in body: [UInt8]) throws(LookupError) -> Reading<String> {
    let (identity, skipped) = try LossyDecoding.decode(DiscogsIdentity.self, from: body)
    return Reading(value: identity.username, skipped: skipped)
  }
}

private struct DiscogsIdentity: Decodable {
  let username: String

  private enum Keys: String, CodingKey { case username }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let username = container.text(.username) else {
      throw DecodingError.keyNotFound(Keys.username, .init(codingPath: [], debugDescription: "no username"))
    }
    self.username = username
  }
}
