package import Deadwax

/// The job that an entry of the history says was ordered.
package struct OrderDetail: Codable, Sendable {
  /// The id of the tag job or the label job; omitted for a queue of tags, which its station names.
  package var job: String?
  /// The operation on the tag; omitted for a queue and for labels.
  package var action: OpenWord<TagJob.Action>?
  /// The number of tags or labels.
  package var count: Int

  package init(_ order: OrderedJob) {
    job = order.id
    action = OpenWord(order.action)
    count = order.count
  }
}
