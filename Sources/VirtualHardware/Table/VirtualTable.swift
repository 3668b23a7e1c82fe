package import Demo
internal import Glibc
internal import Imaging
internal import Lanes
internal import Pictures
package import VirtualChip

/// The hands at the virtual desk: they hold things before the camera and lay tags on the reader, and know nothing of
/// what is made of it.
package final class VirtualTable: Sendable {
  /// The file that the virtual camera sees.
  package static let pictureName = "current.pgm"

  let items: [VirtualItem]
  private let folder: String
  private let chip: VirtualChip
  private let state = Guarded(State())

  /// What is where.
  struct State: Sendable {
    var shown: String?
    var laid: String?
    var turns: UInt64 = 0
  }

  /// How a thing is held: turned by so many degrees clockwise, out of focus by so many pixels, in a light of 0 to 1.
  package struct Hold: Hashable, Sendable {
    package var turn: Double
    package var blur: Double
    package var light: Double

    /// As a person holds it without taking pains.
    package init(turn: Double = 5, blur: Double = 0.6, light: Double = 1) {
      self.turn = turn
      self.blur = blur
      self.light = light
    }
  }

  /// Lays the table with a library. `chip` is the reader's pad, `folder` the one that the camera watches.
  package init(_ library: DemoLibrary, chip: VirtualChip, pictures folder: String) {
    items = VirtualItem.all(of: library)
    self.chip = chip
    self.folder = folder
  }

  var present: State { state.withLock { $0 } }

  var statistics: ChipStatistics { chip.statistics }

  /// Holds an item before the camera instead of what was there; nil takes away what was there.
  ///
  /// - Throws: `TableFault.unknownItem`, `LabelError`, `PictureError`.
  package func show(_ id: String?, _ hold: Hold = Hold()) throws {
    let file = folder + "/" + Self.pictureName
    guard let id else {
      // What is not there cannot be removed, and that is as good.
      _ = file.withCString { path in unlink(path) }
      state.withLock { $0.shown = nil }
      return
    }
    let print = try item(id).draw()
    let seed = state.withLock { state in
      state.turns += 1
      return state.turns
    }
    let seen = CameraView.hold(print, turn: hold.turn, blur: hold.blur, light: hold.light, seed: seed)
    try PictureFile.write(PGMPicture.encode(seen), to: file)
    state.withLock { $0.shown = id }
  }

  /// Lays an item's tag on the reader instead of what lay there; nil takes away what lay there.
  ///
  /// - Throws: `TableFault`.
  package func lay(_ id: String?) throws {
    let next = try id.map { try item($0) }
    if let next, next.tag == nil { throw TableFault.noTag }
    for card in chip.cards { _ = chip.remove(card.uid) }
    if let tag = next?.tag { chip.place(tag) }
    state.withLock { $0.laid = id }
  }

  /// A JPEG of an item as it would be held up.
  ///
  /// - Throws: `TableFault.unknownItem`, `LabelError`, `PictureError`.
  package func picture(of id: String) throws -> [UInt8] {
    try JPEGPicture.encode(try item(id).draw())
  }

  private func item(_ id: String) throws(TableFault) -> VirtualItem {
    guard let item = items.first(where: { $0.id == id }) else { throw .unknownItem }
    return item
  }
}

/// What cannot be done at the virtual desk.
package enum TableFault: Error, Sendable {
  case unknownItem
  case noTag
  case unknownFault
}
