package import Deadwax

/// The copy to bind the code to.
package struct InboxBinding: Codable, Sendable {
  package var copy: Copy.ID

  package init(copy: Copy.ID) {
    self.copy = copy
  }
}
