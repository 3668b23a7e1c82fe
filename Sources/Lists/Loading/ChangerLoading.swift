package import Deadwax
internal import Execution
internal import Queries
package import Storage

/// The loading of changers: which discs belong in one by their plays, and how to bring them there.
package struct ChangerLoading: Sendable {
  private let database: Database

  /// The most discs among which a plan chooses: those in the changer, and the most played ones.
  private static let mostDiscs = 5000

  package init(database: Database) { self.database = database }

  /// A plan with the records that it is about.
  package struct View: Sendable {
    package let place: Place
    package let plan: LoadingPlan
    package let copies: [Copy.ID: (copy: Copy, release: Release)]
    package let slots: [Slot.ID: Slot]
  }

  /// Plans the loading of a changer. It changes nothing.
  ///
  /// A slot whose copy is on loan, missing or no compact disc is not used. Its copy stays there. A disabled slot is not
  /// used either; its disc may go into another slot.
  ///
  /// - Parameter id: the changer, or a place with cartridges or slots in it.
  /// - Returns: the plan; one without steps for a place without slots.
  /// - Throws: `StaffError.noSuchPlace`.
  package func plan(of id: Place.ID) throws -> View {
    try database.read { reading in
      guard let place = try reading.place(id) else { throw StaffError.noSuchPlace }
      let found = try reading.discs(forChanger: id, limit: Self.mostDiscs)
      let copies = Dictionary(uniqueKeysWithValues: found.map { ($0.copy.id, $0) })
      let rows = try Self.places(in: place, reading).map { try reading.slots(of: $0.id) }.filter { !$0.isEmpty }
      guard !rows.isEmpty else {
        return View(place: place, plan: LoadingPlan([], cartridges: []), copies: [:], slots: [:])
      }
      let slots = rows.joined().map(\.slot)
      let usable = rows.map { row in
        row.filter { $0.slot.isSingle && !$0.slot.isDisabled && ($0.copy.map { copies[$0] != nil } ?? true) }.map(
          \.slot)
      }
      let known = Set(usable.joined().map(\.id))
      let discs = found.map { copy, release in
        let slot = copy.location?.slot.flatMap { known.contains($0) ? $0 : nil }
        return LoadingPlan.Disc(copy: copy.id, release: release.id, plays: copy.plays, slot: slot)
      }
      return View(
        place: place, plan: LoadingPlan(discs, cartridges: usable), copies: copies,
        slots: Dictionary(uniqueKeysWithValues: slots.map { ($0.id, $0) }))
    }
  }

  /// Returns a place and those in it, each before those in it, by name.
  private static func places(in place: Place, _ reading: any Queryable) throws -> [Place] {
    let inside = try reading.places(directlyIn: place.id).sorted {
      SortKey.key(of: $0.name).utf8.lexicographicallyPrecedes(SortKey.key(of: $1.name).utf8)
    }
    return try [place] + inside.flatMap { try places(in: $0, reading) }
  }
}
