import Barcodes
import Deadwax
import Foundation
import Imaging
import Pictures
import TestSupport
import Testing

/// Tests of four damaged pictures in which two other digits fit the check digit.
@Suite(.timeLimit(.minutes(20))) struct MisreadPictureTests {
  private static let folder = Repository.path("Tests/Fixtures/misread-pictures")
  private static let names = ["glare-0096.jpg", "pen-0047.jpg", "g2-pen-0238.jpg", "g2-pen-0463.jpg"]

  private func picture(_ name: String) throws -> (frame: LumaFrame, truth: String) {
    let table = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/truth.json"))
    let truths = try JSONDecoder().decode([String: String].self, from: table)
    return (try PictureFile.read(Self.folder + "/" + name), try #require(truths[name]))
  }

  /// Returns true for the printed number; a UPC-A is an EAN-13 with a leading zero.
  private func isTruth(_ text: String, _ truth: String) -> Bool { text == truth || text == "0" + truth }

  @Test(arguments: names) func `every picture of the folder has a test, and a number with a right check digit`(
    name: String
  ) throws {
    let (_, truth) = try picture(name)
    #expect(GTIN(key: truth.count == 12 ? "0" + truth : truth) != nil, "\(truth)")
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".jpg") }
    #expect(Set(files) == Set(Self.names))
  }

  @Test(arguments: names, [BarcodeFormats.standard, .all])
  func `a still picture is read as printed, or not at all`(name: String, formats: BarcodeFormats) throws {
    let (frame, truth) = try picture(name)
    let found = try BarcodeScanner.barcodes(in: frame, formats: formats, effort: .picture(limit: .seconds(5)))
    for barcode in found { #expect(isTruth(barcode.text, truth), "\(name) shows \(truth), read \(barcode)") }
  }

  @Test(arguments: names, [BarcodeFormats.standard, .all])
  func `a camera that looks at it for long reads it as printed, or not at all`(
    name: String, formats: BarcodeFormats
  ) throws {
    let (frame, truth) = try picture(name)
    let scanner = try BarcodeScanner(formats: formats, effort: .camera)
    for number in 1...40 {
      for barcode in try scanner.scan(frame) {
        #expect(isTruth(barcode.text, truth), "\(name), frame \(number), shows \(truth), read \(barcode)")
      }
    }
  }

  /// The noise of a sensor in a dim room: sums of two even distributions, with a standard deviation of 13.
  private static let noise = (0..<256).map { (level: Int) -> Int16 in Int16(level % 16 * 2 + level / 16 * 2 - 30) }

  @Test(arguments: names)
  func `with fresh noise, and shifted by parts of a pixel, it is not misread either`(name: String) throws {
    let (frame, truth) = try picture(name)
    for round in 1...30 {
      // Another place on the sensor, another distance, and the noise of another moment.
      var moved = LumaFrame(width: frame.width + 24, height: frame.height + 24, filledWith: 180)
      let part = Double(round) / 31
      moved.draw(
        frame, turnedBy: 0, centredAtX: Double(moved.width) / 2 + part, y: Double(moved.height) / 2 + 1 - part)
      moved.addNoise(Self.noise, seed: UInt64(round))
      for effort in [BarcodeScanner.Effort.picture(limit: .seconds(5)), .camera] {
        for barcode in try BarcodeScanner.barcodes(in: moved, effort: effort) {
          #expect(isTruth(barcode.text, truth), "\(name), round \(round), shows \(truth), read \(barcode)")
        }
      }
    }
  }
}
