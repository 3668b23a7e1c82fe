package import Deadwax

/// The steps that bring the most played discs into a changer.
package struct LoadingPlanResource: Codable, Sendable {
  /// One movement of one disc. Each is possible once those before it are done.
  package struct Step: Codable, Sendable {
    package var copy: Copy.ID
    /// The number of the copy.
    package var number: Int
    package var title: String
    package var artist: String
    package var plays: Int
    /// The slot from which it comes, as text; none for a disc from outside.
    package var from: String?
    /// The slot into which it goes; none for a disc that comes out.
    package var to: Target?

    package init(_ copy: Copy, _ release: Release, from: Slot?, to: Slot?) {
      self.copy = copy.id
      number = copy.number
      title = release.title
      artist = release.artist
      plays = copy.plays
      self.from = from?.location.text
      self.to = to.map { Target($0) }
    }
  }

  /// A slot.
  package struct Target: Codable, Sendable {
    package var place: Place.ID
    package var slot: Int
    package var text: String

    init(_ slot: Slot) {
      place = slot.place
      self.slot = slot.number
      text = slot.location.text
    }
  }

  /// The changer.
  package var place: Place.ID
  package var name: String
  /// The number of usable slots.
  package var capacity: Int
  /// The number of discs in the changer after all steps.
  package var discs: Int
  /// The number of their plays.
  package var plays: Int
  /// True if no plan is better. False if the search ended early.
  package var isBest: Bool
  package var steps: [Step]

  package init(
    _ place: Place, capacity: Int, discs: Int, plays: Int, isBest: Bool, steps: [Step]
  ) {
    self.place = place.id
    name = place.name
    self.capacity = capacity
    self.discs = discs
    self.plays = plays
    self.isBest = isBest
    self.steps = steps
  }
}
