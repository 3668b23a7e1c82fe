internal import Imaging

/// The reason a picture could not be read or written. The description is one sentence for the user who supplied the
/// file.
package enum PictureError: Error, Equatable, CustomStringConvertible {
  /// The file could not be opened or read. The reason is the system's.
  case unreadable(reason: String)
  /// The path is a folder, a pipe or a device.
  case notAFile
  case empty
  /// The file has more bytes than any accepted picture can need.
  case fileTooLarge(bytes: Int)
  /// The first bytes are not those of a JPEG, PNG or PGM file.
  case unknownFormat
  /// The file uses a feature of its format that is not supported here.
  case unsupported(PictureFormat, detail: String)
  /// The header claims a side beyond 16384 pixels, or an area beyond 64 megapixels.
  case tooLarge(width: Int, height: Int)
  /// The file ends before the picture does.
  case truncated(PictureFormat)
  /// The bytes contradict the format.
  case damaged(PictureFormat, detail: String)
  /// The part to keep is not inside the picture.
  case outside
  case unwritable(reason: String)

  package var description: String {
    switch self {
    case .unreadable(let reason): "Cannot read the file: \(reason)."
    case .notAFile: "This is not a file."
    case .empty: "The file is empty."
    case .fileTooLarge(let bytes): "The file has \(bytes) bytes; the limit is \(PictureFile.lengthLimit)."
    case .unknownFormat: "This is not a JPEG, PNG or PGM picture."
    case .unsupported(let format, let detail): "This kind of \(format) is not supported: \(detail)."
    case .tooLarge(let width, let height):
      "The picture claims \(width) × \(height) pixels; the limits are sides of \(LumaFrame.sideLimit) pixels "
        + "and \(LumaFrame.areaLimit >> 20) megapixels."
    case .truncated(let format): "The \(format) picture ends too early."
    case .damaged(let format, let detail): "The \(format) picture is damaged: \(detail)."
    case .outside: "The part to keep is not inside the picture."
    case .unwritable(let reason): "Cannot write the picture: \(reason)."
    }
  }
}
