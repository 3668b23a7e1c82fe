internal import Barcodes
internal import Foundation
internal import Imaging
internal import Pictures

/// What libFuzzer feeds with bytes that it makes up; it brings the program's beginning with it. Which target is fed is
/// said by `DEADWAX_FUZZ_TARGET`.
///
/// Built by `./dev fuzz` alone: `Package.swift` knows the program only when `DEADWAX_FUZZ` is set.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  switch target {
  case "picture": decodePicture(bytes)
  case "mjpeg": decodeCameraFrame(bytes)
  case "frame": scanFrame(bytes)
  case "ndef": readTag(bytes)
  default: fatalError("DEADWAX_FUZZ_TARGET must be picture, mjpeg, frame or ndef")
  }
  return 0
}

private let target = ProcessInfo.processInfo.environment["DEADWAX_FUZZ_TARGET"] ?? ""

/// A file that somebody gives: a picture of the size it claims, or an error that is a sentence.
private func decodePicture(_ bytes: [UInt8]) {
  do throws(PictureError) {
    let frame = try PictureFile.decode(bytes)
    precondition(frame.pixels.count == frame.width * frame.height)
    precondition(LumaFrame.accepts(width: frame.width, height: frame.height))
  } catch {
    precondition("\(error)".hasSuffix("."))
  }
}

/// A frame of a camera's Motion-JPEG stream, cut and damaged on its way; what comes out is scanned as a camera's is.
private func decodeCameraFrame(_ bytes: [UInt8]) {
  guard let frame = try? JPEGPicture.decode(bytes), frame.width * frame.height <= 1 << 16 else { return }
  _ = try? scanner?.scan(frame)
}

/// A frame that no camera would give: its width, then its pixels, the rest of a row being left out.
private func scanFrame(_ bytes: [UInt8]) {
  guard bytes.count >= 2 else { return }
  let width = 1 + Int(bytes[0])
  let height = (bytes.count - 1) / width
  guard height > 0 else { return }
  let frame = LumaFrame(width: width, height: height, pixels: Array(bytes[1..<1 + width * height]))
  for barcode in (try? scanner?.scan(frame)) ?? [] { precondition(barcode.corners.count <= 4) }
}

// libFuzzer calls from one thread, always the same.
nonisolated(unsafe) private let scanner = try? BarcodeScanner(formats: .all, effort: .camera)
