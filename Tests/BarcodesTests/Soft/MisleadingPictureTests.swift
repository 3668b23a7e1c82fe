import Imaging
import TestSupport
import Testing

@testable import Barcodes

/// Codes that are covered in part by something that fits: 60 pictures of each kind.
@Suite(.timeLimit(.minutes(20))) struct MisleadingPictureTests {
  @Test(arguments: MisleadingPictures.Kind.allCases)
  func `a code of which bars of another one cover a part is read as printed, or not at all`(
    kind: MisleadingPictures.Kind
  ) throws {
    for picture in MisleadingPictures.pictures(of: kind, count: 60) {
      for effort in [BarcodeScanner.Effort.picture(limit: .seconds(5)), .camera] {
        for barcode in try BarcodeScanner.barcodes(in: picture.frame, formats: .withoutDataMatrix, effort: effort) {
          #expect(picture.allowed.contains(barcode.text), "\(picture.name): \(barcode)")
        }
      }
    }
  }
}
