package import HTTPServer

/// Hands at the hardware that is not there: holds things before the virtual camera and lays tags on the virtual reader.
/// It reaches the device side only; what follows comes back through the readers like anything else.
package struct VirtualDesk: Sendable {
  /// Passes a request on to the virtual hardware and returns its answer; the path is relative to its own root.
  package let forward: @Sendable (_ method: Method, _ path: String, _ body: [UInt8]) throws -> HTTPResponse

  package init(forward: @escaping @Sendable (Method, String, [UInt8]) throws -> HTTPResponse) {
    self.forward = forward
  }
}
