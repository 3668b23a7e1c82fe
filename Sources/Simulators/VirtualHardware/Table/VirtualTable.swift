internal import Deadwax
package import Demo
internal import Glibc
internal import Pictures
internal import Threads
package import VirtualChip

/// The user's hands at a virtual station: they hold items before the camera and lay tags on the reader. The table does
/// not know how the hub interprets them.
package final class VirtualTable: Sendable {
  /// The name of the file that the virtual camera shows.
  package static let pictureName = "current.pgm"

  let items: [VirtualItem]
  let chip: VirtualChip
  private let folder: String
  private let state = Locked(State())

  /// The positions of the items.
  struct State: Sendable {
    var displayed: String?
    /// The items on the pad, each with its tag's UID at the time it was laid down.
    fileprivate(set) var laid: [(item: String, tag: TagID)] = []
    /// The current state of the tags that were on the pad before, so that their contents persist.
    fileprivate var tags: [String: AnyCard] = [:]
    var turns: UInt64 = 0
  }

  /// The pose of an item: its turn in degrees clockwise, its blur in pixels, and the light from 0 to 1.
  package struct Hold: Hashable, Sendable {
    package var turn: Double
    package var blur: Double
    package var light: Double

    /// Creates a pose; the default is that of a casual user.
    package init(turn: Double = 5, blur: Double = 0.6, light: Double = 1) {
      self.turn = turn
      self.blur = blur
      self.light = light
    }
  }

  /// Creates a table for a library. `chip` is the reader's pad; `folder` is the folder that the camera watches.
  package init(_ library: DemoLibrary, chip: VirtualChip, pictures folder: String) {
    items = VirtualItem.all(of: library)
    self.chip = chip
    self.folder = folder
  }

  var present: State { state.withLock { $0 } }

  /// Holds an item before the camera in place of the one before; nil removes it.
  ///
  /// - Throws: `TableFault.unknownItem`, `LabelError`, `PictureError`.
  package func show(_ id: String?, _ hold: Hold = Hold()) throws {
    let file = folder + "/" + Self.pictureName
    guard let id else {
      // A missing file needs no removal, so the result is ignored.
      _ = file.withCString { path in unlink(path) }
      state.withLock { $0.displayed = nil }
      return
    }
    let print = try item(id).draw()
    let seed = state.withLock { state in
      state.turns += 1
      return state.turns
    }
    let seen = CameraView.hold(print, turn: hold.turn, blur: hold.blur, light: hold.light, seed: seed)
    try PictureFile.write(PGMPicture.encode(seen), to: file)
    state.withLock { $0.displayed = id }
  }

  /// Lays the tags of items on the reader in place of those before; an empty list removes them.
  ///
  /// A tag that was torn away in a write is back in place after it is laid again.
  ///
  /// - Parameter ids: the ids of the items, each once.
  /// - Throws: `TableFault`; the pad is then unchanged.
  package func lay(_ ids: [String]) throws(TableFault) {
    guard Set(ids).count == ids.count else { throw .twice }
    let items = try ids.map { id throws(TableFault) in try item(id) }
    guard items.allSatisfy({ $0.tag != nil }) else { throw .noTag }
    state.withLock { state in
      for (item, tag) in state.laid {
        if let card = chip.remove(tag) { state.tags[item] = card }
      }
      state.laid = items.compactMap { item in
        guard let card = state.tags[item.id] ?? item.tag else { return nil }
        chip.place(card)
        return (item.id, card.uid)
      }
    }
  }

  /// Returns a JPEG of an item as drawn, upright and sharp.
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
