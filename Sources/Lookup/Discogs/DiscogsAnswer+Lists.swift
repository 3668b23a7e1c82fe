extension DiscogsAnswer {
  /// Returns true if a list or an object in a document ends with a comma, so that it is not JSON.
  package static func hasTrailingComma(in body: [UInt8]) -> Bool { LossyDecoding.hasTrailingComma(body) }

  /// Returns the number of items on a page of a collection or a wantlist.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the number of items that can be stored.
  /// - Throws: `invalidResponse(.unreadable)` if the body is not such a page.
  package static func itemCount(in body: [UInt8]) throws(LookupError) -> Reading<Int> {
    let page = try listPage(in: body)
    return Reading(value: page.value.entries.count, skipped: page.skipped)
  }

  /// Returns a page of a collection or a wantlist.
  static func listPage(in body: [UInt8]) throws(LookupError) -> Reading<DiscogsListPage> {
    let (value, skipped) = try LossyDecoding.decode(DiscogsListPage.self, from: body)
    return Reading(value: value, skipped: skipped)
  }

  /// Returns the folders of a collection.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the folders in Discogs' order.
  /// - Throws: `invalidResponse(.unreadable)` if the body has none.
  package static func folders(in body: [UInt8]) throws(LookupError) -> Reading<[DiscogsFolder]> {
    let (page, skipped) = try LossyDecoding.decode(DiscogsFolderPage.self, from: body)
    return Reading(value: page.folders, skipped: skipped)
  }

  /// Returns the number of the instance that was added to a collection.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the instance.
  /// - Throws: `invalidResponse(.unreadable)` if there is none.
  package static func addedInstance(in body: [UInt8]) throws(LookupError) -> Int64 {
    try LossyDecoding.decode(DiscogsAddition.self, from: body).value.instance
  }

  /// Returns a master.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the master.
  /// - Throws: `invalidResponse(.unreadable)` if the body is not a master.
  package static func master(in body: [UInt8]) throws(LookupError) -> Reading<DiscogsMaster> {
    let (value, skipped) = try LossyDecoding.decode(DiscogsMaster.self, from: body)
    return Reading(value: value, skipped: skipped)
  }

  /// Returns a page of the releases of a master.
  ///
  /// - Parameter body: JSON in UTF-8.
  /// - Returns: the releases in Discogs' order.
  /// - Throws: `invalidResponse(.unreadable)` if the body is not such a page.
  package static func versions(in body: [UInt8]) throws(LookupError) -> Reading<[DiscogsVersion]> {
    let (page, skipped) = try LossyDecoding.decode(DiscogsVersionPage.self, from: body)
    return Reading(value: page.versions, skipped: skipped)
  }
}
