package import Deadwax

/// One physical copy of a release: the members of its summary, and further ones.
@dynamicMemberLookup
package struct CopyResource: Codable, Sendable {
  package var summary: CopySummary
  private var further: Further

  private struct Further: Codable {
    var release: ReleaseSummary
    var mediaCondition: String?
    var sleeveCondition: String?
    var addedAt: RFC3339Time
  }

  package init(_ copy: Copy, release: Release) {
    summary = CopySummary(copy)
    further = Further(
      release: ReleaseSummary(release), mediaCondition: copy.mediaCondition, sleeveCondition: copy.sleeveCondition,
      addedAt: RFC3339Time(copy.addedAt))
  }

  package init(from decoder: any Decoder) throws {
    summary = try CopySummary(from: decoder)
    further = try Further(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    try further.encode(to: encoder)
  }

  package subscript<Value>(dynamicMember member: KeyPath<CopySummary, Value>) -> Value { summary[keyPath: member] }

  package var release: ReleaseSummary { further.release }
  package var mediaCondition: String? { further.mediaCondition }
  package var sleeveCondition: String? { further.sleeveCondition }
  /// The time at which the copy was added to the collection.
  package var addedAt: RFC3339Time { further.addedAt }
}
