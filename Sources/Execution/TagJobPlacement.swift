package import Deadwax
package import Storage

/// The tag jobs that effects of a station place and end. The service for tag jobs, in a module above, conforms to it.
package protocol TagJobPlacement: Sendable {
  /// Places a job, inside the transaction that decided on it.
  ///
  /// - Returns: the job with its state.
  /// - Throws: a `TagRefusal` with all reasons; a `StorageError`.
  @discardableResult
  func place(_ work: StoredTagJob, in transaction: WriteTransaction) throws -> TagJob

  /// Appends a copy to the queue of a station, which begins if there is none. The mode of the station stays.
  ///
  /// - Throws: a `StorageError`.
  func enqueue(_ copy: Copy.ID, at station: Station.Name, by: String?, in transaction: WriteTransaction) throws

  /// Ends the queue of a station.
  ///
  /// - Returns: true if there was a queue.
  /// - Throws: a `StorageError`.
  @discardableResult
  func endQueue(at station: Station.Name, in transaction: WriteTransaction) throws -> Bool
}
