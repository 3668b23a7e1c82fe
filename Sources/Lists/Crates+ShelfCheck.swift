package import Deadwax
internal import Execution
internal import Storage

extension Crates {
  /// The order of a shelf, and the first moves that put it in order.
  package struct CheckedShelf: Sendable {
    /// A record to move, between two others.
    package struct Move: Sendable {
      package let record: CrateItemView
      package let after: CrateItemView?
      package let before: CrateItemView?
      /// The position in the crate once the moves before it are done; 1 is the first.
      package let position: Int
    }

    package let count: Int
    package let toMove: Int
    package let moves: [Move]
  }

  /// The number of moves that are listed at once.
  private static let mostMoves = 200

  /// Compares a crate, whose items are the records of a shelf as they stand, with an order.
  ///
  /// - Parameters:
  ///   - id: the crate.
  ///   - sorting: the order.
  /// - Returns: the fewest records to move, of which at most 200 are listed.
  /// - Throws: `StaffError.noSuchCrate`.
  package func shelfCheck(of id: Crate.ID, by sorting: ShelfSorting) throws -> CheckedShelf {
    try database.read { reading in
      let items = try allItems(of: id, in: reading)
      let check = ShelfCheck(items.map { ShelfKey(sorting, $0.release, $0.copy) }, listing: Self.mostMoves)
      return CheckedShelf(
        count: check.count, toMove: check.toMove,
        moves: check.moves.map { move in
          CheckedShelf.Move(
            record: items[move.record], after: move.after.map { items[$0] }, before: move.before.map { items[$0] },
            position: move.target + 1)
        })
    }
  }
}
