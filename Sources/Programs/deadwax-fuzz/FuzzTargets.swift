internal import Barcodes
internal import Deadwax
internal import Foundation
internal import Imaging
internal import Pictures
internal import VirtualChip

/// Runs one fuzz target with the bytes that libFuzzer generates. libFuzzer provides the program's `main`.
/// `DEADWAX_FUZZ_TARGET` selects the target.
///
/// Only `./dev fuzz` builds this: `Package.swift` has the program only when `DEADWAX_FUZZ` is set.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  switch target {
  case "picture": decodePicture(bytes)
  case "mjpeg": decodeCameraFrame(bytes)
  case "frame": scanFrame(bytes)
  case "ndef": readTag(bytes)
  case "chip": speakToChip(bytes)
  default: fatalError("DEADWAX_FUZZ_TARGET must be picture, mjpeg, frame, ndef or chip")
  }
  return 0
}

private let target = ProcessInfo.processInfo.environment["DEADWAX_FUZZ_TARGET"] ?? ""

/// Decodes an untrusted picture file. The result is a picture of the declared size, or an error that is a sentence.
private func decodePicture(_ bytes: [UInt8]) {
  do throws(PictureError) {
    let frame = try PictureFile.decode(bytes)
    precondition(frame.pixels.count == frame.width * frame.height)
    precondition(LumaFrame.accepts(width: frame.width, height: frame.height))
  } catch {
    precondition("\(error)".hasSuffix("."))
  }
}

/// Decodes a damaged frame of a camera's Motion-JPEG stream. A decoded frame is scanned like a camera's frame.
private func decodeCameraFrame(_ bytes: [UInt8]) {
  guard let frame = try? JPEGPicture.decode(bytes), frame.width * frame.height <= 1 << 16 else { return }
  _ = try? scanner?.scan(frame)
}

/// Scans an arbitrary frame: the first byte gives its width, the rest its pixels. An incomplete last row is ignored.
private func scanFrame(_ bytes: [UInt8]) {
  guard bytes.count >= 2 else { return }
  let width = 1 + Int(bytes[0])
  let height = (bytes.count - 1) / width
  guard height > 0 else { return }
  let frame = LumaFrame(width: width, height: height, pixels: Array(bytes[1..<1 + width * height]))
  for barcode in (try? scanner?.scan(frame)) ?? [] { precondition(barcode.corners.count <= 4) }
}

/// Sends arbitrary data to the virtual chip. The first byte selects the cards on the reader. Pieces follow, each a
/// length and that many bytes, or a pause. After any input, a host that wakes the chip and sends a valid command gets a
/// response.
private func speakToChip(_ bytes: [UInt8]) {
  var port = ChipPort(timing: .immediate)
  for (index, kind) in CardKind.allCases.enumerated() where bytes.first.map({ $0 & 1 << UInt8(index) != 0 }) ?? false {
    if let card = kind.made(uid: kind.number(index)) { port.place(card) }
  }
  var now = Duration.seconds(1)
  var rest = bytes.dropFirst()
  var said = 0
  while let head = rest.popFirst() {
    guard head < 0xF0 else {
      now += .milliseconds(1 << Int(head & 0x0F))
      said += port.advance(to: now).count
      continue
    }
    port.receive(Array(rest.prefix(Int(head))), speed: port.speed, at: now)
    rest = rest.dropFirst(Int(head))
    said += port.advance(to: now).count
  }
  // A command has at least 6 bytes, and its response is at most an acknowledgement and the longest frame.
  precondition(said <= (bytes.count / 6 + 1) * 290, "\(bytes.count) bytes were answered by \(said)")
  now += .seconds(1)
  port.receive([0x55, 0x55, 0x00, 0x00, 0x00, 0x00], speed: port.speed, at: now)
  now += .seconds(1)
  port.receive([0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00], speed: port.speed, at: now)
  let firmware: [UInt8] = [0x00, 0x00, 0xFF, 0x06, 0xFA, 0xD5, 0x03, 0x32, 0x01, 0x06, 0x07, 0xE8, 0x00]
  precondition(port.advance(to: now + .seconds(1)).suffix(firmware.count) == firmware[...], "the chip is gone")
}

// libFuzzer always calls from the same single thread.
nonisolated(unsafe) private let scanner = try? BarcodeScanner(formats: .all, effort: .camera)
