package import Deadwax

/// The fields of a release that get the value of the source again.
package struct SourceRequest: Codable, Sendable {
  package var fields: [Release.Field]

  package init(fields: [Release.Field]) { self.fields = fields }
}
