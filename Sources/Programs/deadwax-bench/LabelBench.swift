internal import Barcodes
internal import Deadwax
internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import LabelJobs

/// A benchmark of every label paper with every kind of code at every resolution. Each label is drawn as it would be
/// printed, degraded in every way, and read, or refused with the measurements.
enum LabelBench {
  private static let labelsPerCell = 25

  static func run() throws {
    let shelf = LabelLayouts(folder: LabelLayouts.standardFolder())
    guard !shelf.layouts.isEmpty else { throw BenchFailure("there is no folder hardware/labels") }
    print(
      """
      labels: \(labelsPerCell) labels a cell, each read as it is, out of focus, in poor light and with ink spread; \
      modules in pixels, then how many were read in all four states, and milliseconds a label for all four
      """)
    print(row("layout", "code", ["203 dpi", "300 dpi", "600 dpi"]))
    let scanner = try BarcodeScanner(formats: .standard, effort: .picture(limit: .milliseconds(800)))
    var unread: [String] = []
    var refused: [String] = []
    for layout in shelf.layouts {
      for form in [BarcodeSymbol.Kind.code128, .qr, .ean13] {
        var cells: [String] = []
        for resolution in PrintGrid.resolutions {
          let grid = PrintGrid(layout, resolution: resolution)
          do throws(LabelError) {
            let cell = try read(form, on: grid, scanner)
            cells.append(cell.text)
            if cell.read < labelsPerCell { unread.append("\(layout.id), \(form), \(resolution) dpi: \(cell.worst)") }
          } catch {
            guard case .tooSmall = error else { throw BenchFailure(error.description) }
            cells.append("refused")
            refused.append(error.description)
          }
        }
        print(row(form == .code128 ? layout.id : "", form.rawValue, cells))
      }
    }
    print("\nrefused:")
    for sentence in refused { print("  \(sentence)") }
    print(unread.isEmpty ? "\nevery label that is not refused was read in every state" : "\nnot read:")
    for line in unread { print("  \(line)") }
    if !unread.isEmpty { throw BenchFailure("labels were not read") }
  }

  private struct Cell {
    var module: Int
    var read = 0
    var milliseconds = 0.0
    var failed: [PrintWear: Int] = [:]

    var text: String { String(format: "%2d px %3d %5.0f ms", module, read, milliseconds) }
    var worst: String {
      failed.sorted { $0.value > $1.value }.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    }
  }

  private static func read(
    _ kind: BarcodeSymbol.Kind, on grid: PrintGrid, _ scanner: BarcodeScanner
  ) throws(LabelError) -> Cell {
    var symbols: [BarcodeSymbol] = []
    for number in 1...labelsPerCell { symbols.append(try symbol(kind, number)) }
    var module = Int.max
    for symbol in symbols {
      module = min(module, try grid.moduleSize(for: symbol, orQR: try BarcodeSymbol.encode(.qr, symbol.text)))
    }
    var cell = Cell(module: module)
    for (number, symbol) in symbols.enumerated() {
      let face = try LabelFace(
        LabelContent(
          symbol: symbol, heading: "Label number \(number + 1)", details: ["Somebody", "AB 123 · No. \(number + 1)"],
          code: symbol.text), on: grid, moduleSize: module, textSize: nil)
      let frame = try face.raster()
      let start = DecodeBench.threadMilliseconds()
      var isRead = true
      for wear in PrintWear.allCases {
        let found = (try? scanner.scan(frame.worn(by: wear, moduleSize: module))) ?? []
        if found.count == 1, found[0].symbology.rawValue == kind.rawValue, found[0].text == symbol.text { continue }
        isRead = false
        cell.failed[wear, default: 0] += 1
      }
      cell.milliseconds += (DecodeBench.threadMilliseconds() - start) / Double(labelsPerCell)
      cell.read += isRead ? 1 : 0
    }
    return cell
  }

  /// Returns the same codes in every run, which vary as much as random ones.
  private static func symbol(_ kind: BarcodeSymbol.Kind, _ number: Int) throws(LabelError) -> BarcodeSymbol {
    guard kind == .ean13 else {
      let code = OwnCode(.copy, number: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
      return try BarcodeSymbol.encode(kind, code.description)
    }
    let copy = Copy(
      id: .new(at: Timestamp(milliseconds: 0)), release: .new(at: Timestamp(milliseconds: 0)), number: number * 7919,
      code: OwnCode(.copy, number: 1), addedAt: Timestamp(milliseconds: 0))
    return try BarcodeSymbol.encode(.ean13, InStoreEAN.standard.ean13(of: copy) ?? "")
  }

  private static func row(_ layout: String, _ code: String, _ cells: [String]) -> String {
    ([
      layout.padding(toLength: 18, withPad: " ", startingAt: 0), code.padding(toLength: 9, withPad: " ", startingAt: 0),
    ]
      + cells.map { $0.padding(toLength: 20, withPad: " ", startingAt: 0) }).joined(separator: " ")
  }
}
