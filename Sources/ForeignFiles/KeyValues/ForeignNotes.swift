package import Deadwax

/// The content of the store of another program beside the recent objects: the numbers for the report, and the settings of devices.
package struct ForeignNotes: Sendable {
  /// The favourites whose object is there.
  package let favourites: Int
  package let cachedObjects: Int
  /// The settings of devices, each once.
  package let deviceSettings: [DeviceSetting]
}
