package import Deadwax

/// A physical record on the demo's table, with a tag in its sleeve.
package struct DemoRecord: Hashable, Sendable {
  package let tag: TagID
  /// The library's data about the record at the start. Nil if it is unknown to the library and its tag is blank.
  package let copy: DemoCopy?
}
