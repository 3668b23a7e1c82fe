package import Deadwax

/// Reads the bodies of Discogs' answers.
package enum DiscogsAnswer {
  /// What was read, and how many parts made no sense and were left out.
  package struct Reading<Value: Sendable>: Sendable {
    package let value: Value
    package let skipped: Int
  }

  /// The releases on a page of search results; masters, artists and labels are left out.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: hits in the order given.
  /// - Throws: `invalidResponse(.unreadable)` when it is no page of results.
  package static func hits(in body: [UInt8]) throws(LookupError) -> Reading<[SearchHit]> {
    let (page, skipped) = try LossyDecoding.decode(SearchPage.self, from: body)
    return Reading(value: page.hits, skipped: skipped)
  }

  /// One release.
  ///
  /// - Parameters:
  ///   - body: JSON in UTF-8.
  ///   - now: when it was fetched.
  /// - Returns: the release in our own words.
  /// - Throws: `invalidResponse(.unreadable)` when it is no release.
  package static func release(
    in body: [UInt8], at now: Timestamp
  ) throws(LookupError) -> Reading<CatalogueRelease> {
    let (release, skipped) = try LossyDecoding.decode(DiscogsRelease.self, from: body)
    return Reading(value: release.catalogueRelease(web: DiscogsClient.web, at: now), skipped: skipped)
  }

  /// The name of the user a token belongs to.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the user's name.
  /// - Throws: `invalidResponse(.unreadable)` when there is none.
  static func identity(in body: [UInt8]) throws(LookupError) -> Reading<String> {
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
