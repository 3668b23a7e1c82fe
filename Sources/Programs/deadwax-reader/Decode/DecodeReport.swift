internal import Barcodes
internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import Imaging
internal import Pictures

/// The barcodes of one picture file.
struct DecodeReport {
  private let file: String
  private let result: Result<Found, PictureFault>

  private struct Found {
    /// The size of the stored picture.
    var width: Int
    var height: Int
    var orientation: PictureOrientation
    /// The time from the file to grey pixels.
    var reading: Duration
    /// The time from grey pixels to barcodes.
    var decoding: Duration
    var barcodes: [Barcode]
  }

  private struct PictureFault: Error {
    let sentence: String
  }

  /// Reads the file and decodes its barcodes.
  init(file: String, scanner: BarcodeScanner) {
    self.file = file
    let start = ContinuousClock.now
    do {
      let bytes = file == DecodeInput.operand ? try DecodeInput.bytes() : try PictureFile.bytes(of: file)
      let frame = try PictureFile.decode(bytes)
      let isRead = ContinuousClock.now
      let barcodes = try scanner.scan(frame).sorted {
        ($0.symbology.rawValue, $0.text) < ($1.symbology.rawValue, $1.text)
      }
      result = .success(
        Found(
          width: frame.width, height: frame.height, orientation: PictureOrientation(file: bytes),
          reading: isRead - start, decoding: ContinuousClock.now - isRead, barcodes: barcodes))
    } catch {
      result = .failure(PictureFault(sentence: "\(error)"))
    }
  }

  /// True if the file could not be read. A picture without a barcode is not a failure.
  var isFailure: Bool {
    if case .failure = result { true } else { false }
  }

  /// Returns the codes with their bounds in the displayed picture.
  ///
  /// - Parameter picture: the number of the picture, from 0.
  /// - Returns: nothing if the file could not be read.
  func codes(picture: Int) -> [PicturedCode] {
    guard case .success(let found) = result else { return [] }
    return found.barcodes.compactMap { barcode in
      let corners = barcode.corners.map { found.orientation.shown($0, width: found.width, height: found.height) }
      return PicturedCode(
        symbology: barcode.symbology, text: barcode.text, isVerified: barcode.isVerified, picture: picture,
        corners: corners.map { ($0.x, $0.y) })
    }
  }

  // MARK: - JSON

  /// The report as one JSON object with its line feed. Its size and positions are those of the displayed picture: the
  /// orientation that a camera notes in a JPEG is applied.
  var json: [UInt8] {
    let line: Line
    switch result {
    case .failure(let fault): line = Line(file: file, error: fault.sentence)
    case .success(let found):
      let isSideways = found.orientation.isSideways
      line = Line(
        file: file, width: isSideways ? found.height : found.width, height: isSideways ? found.width : found.height,
        ms: milliseconds(found.decoding), readMs: milliseconds(found.reading),
        symbols: found.barcodes.map { barcode in
          Line.Symbol(
            symbology: barcode.symbology.rawValue, text: barcode.text, verified: barcode.isVerified,
            raw: barcode.isTextGuessed ? Data(barcode.raw) : nil,
            points: barcode.corners.map { corner in
              let shown = found.orientation.shown(corner, width: found.width, height: found.height)
              return [shown.x, shown.y]
            })
        })
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers always have a JSON form.
    guard let data = try? encoder.encode(line) else { preconditionFailure("the report cannot be encoded as JSON") }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }

  private struct Line: Encodable {
    var file: String
    var error: String?
    var width: Int?
    var height: Int?
    var ms: Double?
    var readMs: Double?
    var symbols: [Symbol]?

    struct Symbol: Encodable {
      var symbology: String
      var text: String
      var verified: Bool
      /// The raw bytes in base64, only if the text is a guess at the character set.
      var raw: Data?
      var points: [[Int]]
    }
  }

  // MARK: - Text

  /// Returns one line for each barcode, in columns, in UTF-8.
  ///
  /// - Parameter nameWidth: the width of the longest file name, in characters.
  /// - Returns: at least one line.
  func text(nameWidth: Int) -> [UInt8] {
    let name = pad(printable(file), nameWidth)
    switch result {
    case .failure(let fault): return Array("\(name)  \(fault.sentence)\n".utf8)
    case .success(let found):
      let time = milliseconds(found.reading + found.decoding)
      let facts = pad("\(found.width)×\(found.height)", 11) + "  " + pad("\(time) ms", 9, toTheRight: true)
      if found.barcodes.isEmpty { return Array("\(name)  \(facts)  no barcode\n".utf8) }
      var lines = ""
      for (index, barcode) in found.barcodes.enumerated() {
        let front = index == 0 ? "\(name)  \(facts)" : String(repeating: " ", count: nameWidth + 24)
        lines += "\(front)  \(pad(barcode.symbology.rawValue, 8))  \(printable(barcode.text))\n"
      }
      return Array(lines.utf8)
    }
  }

  /// Returns a duration in milliseconds, rounded to a tenth.
  private func milliseconds(_ duration: Duration) -> Double { ((duration / .milliseconds(1)) * 10).rounded() / 10 }
}

/// Returns the approximate width of a text on a terminal.
func columns(of text: String) -> Int { text.count }

private func pad(_ text: String, _ width: Int, toTheRight: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - columns(of: text)))
  return toTheRight ? blanks + text : text + blanks
}
