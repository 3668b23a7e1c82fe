internal import Deadwax
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
  let chip: VirtualChip
  private let folder: String
  private let state = Guarded(State())

  /// What is where.
  struct State: Sendable {
    var shown: String?
    /// The items on the pad, with the number each tag had when it was laid down.
    fileprivate(set) var laid: [(item: String, tag: TagUID)] = []
    /// The tags that lay on the pad once, as they are now: what was written to them stays.
    fileprivate var tags: [String: AnyCard] = [:]
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

  /// Lays tags of items on the reader instead of what lay there; none takes away what lay there.
  ///
  /// A tag that was torn away in a write lies there again when it is laid again.
  ///
  /// - Parameter ids: of the items, each once.
  /// - Throws: `TableFault`; what lay there lies there still.
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
  /// One thing cannot lie in two places.
  case twice
  /// The trouble concerns a tag on the reader, and none lies there.
  case nothingLaid
  /// A number or a word that cannot be.
  case outOfRange(String)
}
