/// A signal that a camera may have been attached or removed, so that the search starts at once.
///
/// The creator knows the machine's event source (udev, inotify). A camera without a doorbell looks again each second.
package struct DeviceChangeSignal {
  /// A descriptor for poll(2), readable after the signal.
  package let descriptor: Int32
  /// A function that clears the signal.
  package let drain: () -> Void

  package init(descriptor: Int32, drain: @escaping () -> Void) {
    self.descriptor = descriptor
    self.drain = drain
  }
}
