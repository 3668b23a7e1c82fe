import Deadwax
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(1))) struct BarcodeFormatsTests {
  @Test func `a list is read as people write it`() throws {
    #expect(try BarcodeFormats(list: "ean13") == BarcodeFormats([.ean13]))
    #expect(try BarcodeFormats(list: "EAN-13, UPC-A,qr") == BarcodeFormats([.ean13, .upcA, .qr]))
    #expect(try BarcodeFormats(list: "all") == .all)
    #expect(try BarcodeFormats(list: "itf,all") == .all)
    for (name, symbology) in BarcodeFormats.names {
      #expect(try BarcodeFormats(list: name).symbologies == [symbology])
    }
  }

  @Test(arguments: ["", "ean13,", "ean", "databar", "ean13;qr"])
  func `an unknown name is told with the known ones`(list: String) {
    let error = #expect(throws: BarcodeError.self) { try BarcodeFormats(list: list) }
    #expect(error?.description.contains("ean13, ean8, upca") == true)
  }

  @Test func `what phantoms are made of is off unless asked for`() {
    #expect(!BarcodeFormats.standard.symbologies.contains(.itf))
    #expect(!BarcodeFormats.standard.symbologies.contains(.codabar))
    #expect(BarcodeFormats.all.symbologies.isStrictSuperset(of: BarcodeFormats.standard.symbologies))
  }
}
