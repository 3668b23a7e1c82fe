internal import Deadwax
internal import Imaging
internal import LabelDrawing

/// The print style of Deadwax's own codes.
package enum CodeStyle: String, CaseIterable, Sendable {
  /// Code 128, which laser scanners can read too.
  case bars
  case qr

  /// - Throws: `LabelError` if the code cannot be drawn.
  func drawn(_ code: OwnCode) throws(LabelError) -> LumaFrame {
    switch self {
    case .bars:
      // With bars a quarter as high as wide, a horizontal scan line crosses all 244 modules up to 15° of turn.
      let symbol = try BarcodeSymbol.encode(.code128, code.description)
      return try PrintedCode(symbol, moduleSize: 2, barHeight: 132, caption: code.description).frame
    case .qr:
      let symbol = try BarcodeSymbol.encode(.qr, code.description)
      return try PrintedCode(symbol, moduleSize: 6, barHeight: 1, caption: nil).frame
    }
  }
}
