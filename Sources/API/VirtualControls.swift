package import HTTPServer

/// The controls of the virtual hardware: they place things in front of the virtual camera and tags on the virtual
/// reader. They act on the device side only; the readings arrive through the readers as usual.
package struct VirtualControls: Sendable {
  /// Forwards a request to the virtual hardware and returns its response. The path is relative to the root of the
  /// virtual hardware.
  package let forward: @Sendable (_ method: Method, _ path: String, _ body: [UInt8]) throws -> HTTPResponse

  package init(forward: @escaping @Sendable (Method, String, [UInt8]) throws -> HTTPResponse) {
    self.forward = forward
  }
}
