internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import VirtualHardware

/// The rendered frames for measuring decoders, the same in every run.
struct DecodeFrames {
  /// A view of a station's camera.
  enum Scene: String, CaseIterable {
    /// The tabletop with nothing in view.
    case empty
    /// Print and covers without a code.
    case busy
    /// A background with one EAN-13 that every decoder should read.
    case code
  }

  struct Frame {
    let scene: Scene
    let frame: LumaFrame
  }

  let name: String
  let frames: [Frame]

  /// Renders the frames.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  /// - Throws: `LabelError`.
  init(width: Int, height: Int) throws {
    name = "\(width)x\(height)"
    var frames: [Frame] = []
    for seed in 1...3 as ClosedRange<UInt64> {
      for scene in Scene.allCases {
        var recipe = FrameRecipe(.ean13, ["5099902988023", "4006381333931", "0724383023424"][Int(seed) - 1])
        (recipe.width, recipe.height, recipe.noise, recipe.seed) = (width, height, 3, seed)
        (recipe.module, recipe.angle, recipe.barHeight) = (2.6, [0, 9, 86][Int(seed) - 1], 66)
        switch scene {
        case .empty: recipe.backdrop = .tabletop
        case .busy: recipe.backdrop = seed == 2 ? .sleeve : .print
        case .code: recipe.backdrop = seed == 2 ? .sleeve : .tabletop
        }
        let frame = scene == .code ? try recipe.drawn().frame : try recipe.drawnWithoutCode()
        frames.append(Frame(scene: scene, frame: frame))
      }
    }
    self.frames = frames
  }
}
