package import Deadwax

/// An object that a reader sees, as far as it distinguishes it from others.
package enum SeenObject: Hashable, Sendable {
  /// A barcode. Two barcodes with the same text and symbology in one view are one object.
  case code(Symbology, String)
  case tag(TagID)
}
