/// A pixel format of a camera, with its sizes and rates (ENUM_FMT, ENUM_FRAMESIZES, ENUM_FRAMEINTERVALS).
package struct FormatOffer: Sendable, Hashable {
  /// The four-character code of V4L2; not every format is used here.
  package let code: UInt32
  /// True if a library converts it from another format. Such formats are never used.
  package let isEmulated: Bool
  /// The sizes; empty if the driver does not report them.
  package let sizes: [SizeOffer]

  package init(code: UInt32, isEmulated: Bool = false, sizes: [SizeOffer]) {
    self.code = code
    self.isEmulated = isEmulated
    self.sizes = sizes
  }

  package init(_ format: PixelFormat, sizes: [SizeOffer]) { self.init(code: format.code, sizes: sizes) }

  /// The format; nil for one that is not used here.
  package var format: PixelFormat? { PixelFormat(code: code) }

  /// The four letters of its code.
  package var name: String { PixelFormat.letters(of: code) }
}
