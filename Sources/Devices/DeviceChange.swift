/// A device that was attached, changed or removed.
package struct DeviceChange: Sendable, Equatable {
  package enum Kind: Sendable { case added, changed, removed }

  package let kind: Kind
  /// The device in its current state. Of a removed device little more than its sysfs path and its node is known.
  package let device: AttachedDevice
}
