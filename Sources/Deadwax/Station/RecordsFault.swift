/// An error of the engine that stores the records, as the layers above see it.
package protocol RecordsFault: Error {
  /// True if the engine is stopping.
  var isInterrupted: Bool { get }

  /// The kind of fault, for the screens, if the records cannot be written; nil if the request itself caused the error.
  var stationFault: String? { get }
}
