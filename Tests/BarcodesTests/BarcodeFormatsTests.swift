import Deadwax
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct BarcodeFormatsTests {
  @Test func `a list is read as people write it`() throws {
    #expect(try BarcodeFormats(list: "ean13") == BarcodeFormats([.ean13]))
    #expect(try BarcodeFormats(list: "Data Matrix,data-matrix") == BarcodeFormats([.dataMatrix]))
    #expect(try BarcodeFormats(list: "EAN-13, UPC-A,qr") == BarcodeFormats([.ean13, .upcA, .qr]))
    #expect(try BarcodeFormats(list: "all") == .all)
    #expect(try BarcodeFormats(list: "itf,all") == .all)
    for (name, symbology) in BarcodeFormats.names {
      #expect(try BarcodeFormats(list: name).symbologies == [symbology])
    }
  }

  @Test(arguments: ["", "ean13,", "ean", "databar", "ean13;qr"])
  func `an unknown name is reported with the known ones`(list: String) {
    let error = #expect(throws: BarcodeError.self) { try BarcodeFormats(list: list) }
    #expect(error?.description.contains("ean13, ean8, upca") == true)
  }

  @Test func `symbologies that produce phantoms are off by default`() {
    #expect(!BarcodeFormats.standard.symbologies.contains(.itf))
    #expect(!BarcodeFormats.standard.symbologies.contains(.codabar))
    #expect(!BarcodeFormats.standard.symbologies.contains(.dataMatrix))
    #expect(BarcodeFormats.all.symbologies.isStrictSuperset(of: BarcodeFormats.standard.symbologies))
  }

  @Test func `a length behind a name applies to that name`() throws {
    let formats = try BarcodeFormats(list: "ean13,ITF:14,itf:6-8, codabar:10")
    #expect(formats.symbologies == [.ean13, .itf, .codabar])
    #expect(formats.lengths == [.itf: [14...14, 6...8], .codabar: [10...10]])
  }

  @Test(arguments: ["itf:", "itf:x", "itf:0", "itf:8-6", "itf:501", "itf:6-", "itf:1:2", "itf:-3"])
  func `an invalid length is refused`(list: String) {
    let error = #expect(throws: BarcodeError.self) { try BarcodeFormats(list: list) }
    guard case .badLength = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
