extension WriteTransaction {
  /// Enlarges the page cache of the writing connection from now on (`PRAGMA cache_size`), for work that accesses much
  /// of the database at random.
  ///
  /// - Parameter kilobytes: the maximum size of the cache.
  /// - Throws: a `StorageError`.
  package func cacheInMemory(kilobytes: Int) throws { _ = try run("PRAGMA cache_size = -\(kilobytes)") }
}
