package import Deadwax
internal import Execution
package import Storage

extension Queryable {
  /// Returns a job with its current copy; nil if there is no job with this id.
  package func view(of id: TagJob.ID) throws -> TagJobView? { try tagJob(id).map { try view(of: $0) } }

  /// Returns a job with its current copy.
  package func view(of job: TagJob) throws -> TagJobView {
    let copy = try job.copy.flatMap { try self.copy($0) }
    return TagJobView(
      job: job, copy: copy, release: try copy.flatMap { try release($0.release) },
      language: try language(of: job.station), isCard: try wasCard(job.uid))
  }

  /// Returns the queue of a station with its current copies; nil if it has none.
  package func tagQueueView(_ station: Station.Name) throws -> TagQueueView? {
    guard let queue = try tagQueue(station) else { return nil }
    let next = try queue.next.flatMap { try copy($0) }
    return TagQueueView(
      queue: queue, next: next, nextRelease: try next.flatMap { try release($0.release) },
      job: try queue.job.flatMap { try view(of: $0) },
      remaining: try copiesWaitingForTags(at: station, limit: 50).compactMap { try copy($0) })
  }
}
