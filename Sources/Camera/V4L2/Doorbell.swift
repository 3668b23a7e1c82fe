/// Rings when a camera may have come or gone, so that it is looked for at once.
///
/// Who makes it knows how the machine tells (udev, inotify); a camera without one looks again each second.
package struct Doorbell {
  /// Readable when it has rung; for poll(2).
  package let descriptor: Int32
  /// Makes it quiet again.
  package let drain: () -> Void

  package init(descriptor: Int32, drain: @escaping () -> Void) {
    self.descriptor = descriptor
    self.drain = drain
  }
}
