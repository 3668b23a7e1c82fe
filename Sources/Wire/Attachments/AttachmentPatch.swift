/// The fields of an attachment to change.
package struct AttachmentPatch: Codable, Sendable {
  /// The name that people see.
  package var name: String?
  /// True to use the picture as the cover of its release, false to use it no longer.
  package var isCover: Bool?

  package init(name: String?, isCover: Bool?) {
    self.name = name
    self.isCover = isCover
  }
}
