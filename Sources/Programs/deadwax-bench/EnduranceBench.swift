internal import Barcodes
internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import VirtualHardware

/// A benchmark of the memory growth over very many frames with a barcode in view.
enum EnduranceBench {
  /// Scans the frames and prints the growth.
  ///
  /// - Parameter frames: the number of frames; a million are nine hours of a camera.
  /// - Throws: the scanner's error.
  static func run(frames: Int) throws {
    let own = ProcessInfo.processInfo.processIdentifier
    for kind in [BarcodeSymbol.Kind.qr, .ean13] {
      var recipe = FrameRecipe(kind, kind == .qr ? "DW:I:0123456789ABCX" : "5099902988023")
      (recipe.width, recipe.height, recipe.module, recipe.angle) = (320, 240, kind == .qr ? 4 : 2, 8)
      let views = try (1...8).map { seed in
        var recipe = recipe
        recipe.seed = UInt64(seed)
        return try recipe.drawn().frame
      }
      let scanner = try BarcodeScanner(effort: .camera)
      // Permanent allocations happen within the first thousand frames.
      var read = 0
      for index in 0..<1000 { read += try scanner.scan(views[index % views.count]).count }
      let before = Workbench.residentKilobytes(of: own)
      read = 0
      let start = ContinuousClock.now
      for index in 0..<frames { read += try scanner.scan(views[index % views.count]).isEmpty ? 0 : 1 }
      let growth = Workbench.residentKilobytes(of: own) - before
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let line =
        "endurance: \(frames) frames with \(kind) in view, read in \(read): memory grew by \(growth) kB "
        + "(goal 5000 \(growth < 5000 ? "met" : "MISSED")), \(Figure.milliseconds(seconds * 1000 / Double(frames))) a frame\n"
      // Written at once, without buffering: the next kind takes as long again.
      FileHandle.standardOutput.write(Data(line.utf8))
    }
  }
}
