internal import Deadwax
internal import HTTPClient

extension DiscogsClient {
  /// Fetches the items of the collection that are one release.
  ///
  /// - Parameters:
  ///   - number: Discogs' number of the release.
  ///   - user: the owner of the token.
  /// - Returns: the items, at most 100; `pages` is above 1 if there are more. It has none if Discogs has no such release.
  /// - Throws: the reason Discogs did not answer.
  func instances(of number: Int64, _ user: String) throws(LookupError) -> DiscogsListPage? {
    do throws(LookupError) {
      return try get(
        "/users/\(Self.encoded(user))/collection/releases/\(number)?per_page=100", .background, .uncached
      ) { (body, _) throws(LookupError) in
        try DiscogsAnswer.listPage(in: body)
      }
    } catch .notFound {
      return nil
    } catch {
      throw error
    }
  }

  /// Fetches the folders of a collection.
  ///
  /// - Parameter user: the owner of the token.
  /// - Returns: the folders in Discogs' order, among them folder 0, which shows the items of all others.
  /// - Throws: the reason Discogs did not answer.
  func folders(of user: String) throws(LookupError) -> [DiscogsFolder] {
    try get("/users/\(Self.encoded(user))/collection/folders", .immediate, .uncached) {
      (body, _) throws(LookupError) in try DiscogsAnswer.folders(in: body)
    }
  }

  /// Checks that the collection has a folder.
  ///
  /// - Throws: `notFound` if it has not, or the reason Discogs did not answer.
  func checkFolder(_ folder: Int64, of user: String) throws(LookupError) {
    _ = try get(
      "/users/\(Self.encoded(user))/collection/folders/\(folder)", .background, .uncached
    ) { (body, _) throws(LookupError) in DiscogsAnswer.Reading(value: body.count, skipped: 0) }
  }

  /// Adds a release to a folder of the collection. Each request adds another instance, so it is never repeated here.
  ///
  /// - Returns: the new instance.
  /// - Throws: the reason Discogs did not answer; the instance may exist nevertheless. `notFound` if there is no such
  ///   release.
  func add(_ number: Int64, toFolder folder: Int64, of user: String) throws(LookupError) -> Int64 {
    let body = try change(.post, "/users/\(Self.encoded(user))/collection/folders/\(folder)/releases/\(number)")
    return try DiscogsAnswer.addedInstance(in: body)
  }

  /// Removes an instance from a folder of the collection.
  ///
  /// - Throws: `notFound` if the folder has no such instance, or the reason Discogs did not answer.
  func remove(_ instance: Int64, of number: Int64, fromFolder folder: Int64, of user: String) throws(LookupError) {
    let path = "/users/\(Self.encoded(user))/collection/folders/\(folder)/releases/\(number)/instances/\(instance)"
    _ = try change(.delete, path)
  }

  /// Puts a release on the wantlist. One that is there stays.
  ///
  /// - Throws: `notFound` if there is no such release, or the reason Discogs did not answer.
  func want(_ number: Int64, _ user: String) throws(LookupError) {
    _ = try change(.put, "/users/\(Self.encoded(user))/wants/\(number)")
  }

  /// Removes a release from the wantlist.
  ///
  /// - Throws: `notFound` if it is not there, or the reason Discogs did not answer.
  func unwant(_ number: Int64, _ user: String) throws(LookupError) {
    _ = try change(.delete, "/users/\(Self.encoded(user))/wants/\(number)")
  }
}
