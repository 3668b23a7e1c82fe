package import Deadwax

/// The fields to change. Omitted fields are not changed.
package struct CopyPatch: Codable, Sendable {
  /// The number of discs, cassettes and booklets that belong to the copy.
  package var partCount: Int?
  /// The number of missing parts, at most the number of parts.
  package var partsMissing: Int?
  /// True if the copy is reference only.
  package var isReference: Bool?
  /// The status of the copy.
  package var status: Copy.Status?

  package init(partCount: Int? = nil, partsMissing: Int? = nil, isReference: Bool? = nil, status: Copy.Status? = nil) {
    self.partCount = partCount
    self.partsMissing = partsMissing
    self.isReference = isReference
    self.status = status
  }
}
