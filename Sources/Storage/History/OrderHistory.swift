package import Deadwax

extension Change.Kind {
  /// The kinds that are orders for jobs, as a list of SQL.
  static let orders = "'tag-job', 'tag-queue', 'label-job'"
}

extension WriteTransaction {
  /// Adds the order for a job to the history, if a person or a program with a name gave it. A station's own job has no
  /// entry. The entry is a change without rows, which cannot be undone.
  ///
  /// - Parameters:
  ///   - kind: the kind of the job: `tagJob`, `tagQueue` or `labelJob`.
  ///   - job: the job.
  ///   - station: the station of the job; nil for none.
  ///   - by: the person or program that ordered it; nil for the station itself.
  /// - Throws: a `StorageError`.
  package func noteOrder(_ kind: Change.Kind, of job: OrderedJob, at station: Station.Name?, by: String?) throws {
    guard let by else { return }
    // The id is not drawn from the seed of the transaction: a replay does not repeat tag jobs, and so has no entry.
    _ = try store(
      Change(id: .new(at: now), kind: kind, sequence: 0, station: station, by: by, at: now, order: job), [])
  }
}
