/// The job that an entry of the history says was ordered: on one tag, a queue of tags, or labels.
package struct OrderedJob: Hashable, Sendable {
  /// The id of the tag job or the label job; nil for a queue, which its station names.
  package var id: String?
  /// The operation on the tag; nil for a queue and for labels.
  package var action: TagJob.Action?
  /// The number of tags or labels.
  package var count: Int

  /// - Parameter job: a job on one tag.
  package init(_ job: TagJob) { (id, action, count) = (job.id.text, job.action, 1) }

  /// - Parameter queue: the copies that get their tags at a station.
  package init(_ queue: TagQueue) { (id, action, count) = (nil, nil, queue.total) }

  /// - Parameter job: labels that were requested together.
  package init(_ job: LabelJob) { (id, action, count) = (job.id.text, nil, job.labels) }

  /// Creates the job of a stored entry.
  package init(id: String?, action: TagJob.Action?, count: Int) {
    (self.id, self.action, self.count) = (id, action, count)
  }
}
