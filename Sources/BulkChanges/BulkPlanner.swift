internal import Deadwax
internal import Execution
internal import Storage

/// Plans what a bulk change does with each copy, by the rules of single changes.
struct BulkPlanner {
  /// The write of one copy.
  enum Write {
    case edit(Copy, after: Copy, BulkOrder.Edit)
    case move(Copy, to: Location)
    case remove(Copy.ID)
  }

  private let work: BulkOrder.Work
  private let today: CivilDate
  /// The place of a move, and its free slots in order, the next one last.
  private var place: Location?
  private var freeSlots: [Location] = []
  private var fillsSlots = false
  /// The release of the copy before: copies of one release often follow each other.
  private var release: Release?

  /// - Parameters:
  ///   - work: the action.
  ///   - today: the day in the library's time zone.
  ///   - records: the records.
  ///   - findsSlots: false if the caller offers the slot of each copy, because all of them were planned before.
  /// - Throws: `BulkError.badOrder` if the place of a move does not exist or has no slots to fill.
  init(_ work: BulkOrder.Work, today: CivilDate, in records: some Queryable, findsSlots: Bool) throws {
    (self.work, self.today) = (work, today)
    guard case .move(let id, let fills) = work else { return }
    guard let found = try records.place(id) else {
      throw BulkError.badOrder(field: "place", sentence: "There is no place with this id.")
    }
    place = Location(place: id, placeName: found.name)
    fillsSlots = fills
    guard fills, findsSlots else { return }
    let slots = try records.slots(of: id)
    guard !slots.isEmpty else {
      throw BulkError.badOrder(field: "fillsSlots", sentence: "The place has no slots.")
    }
    freeSlots = slots.filter { $0.copy == nil && $0.state == .free }.map(\.slot.location).reversed()
  }

  /// Offers the next copy a slot; nil for none.
  mutating func offer(_ slot: Location?) { freeSlots = slot.map { [$0] } ?? [] }

  /// Returns what happens to the next copy, and the write that does it; nil for none.
  mutating func plan(
    _ id: Copy.ID, at position: Int, in records: some Queryable
  ) throws -> (line: BulkLine, write: Write?) {
    guard let copy = try records.copy(id) else {
      return (
        BulkLine(
          position: position, copy: id, number: nil, subject: "", fate: .refused, differences: [],
          refusal: BulkLine.Refusal(code: .removed, sentence: "The copy was removed from the library.")), nil
      )
    }
    if release?.id != copy.release { release = try records.release(copy.release) }
    let subject = release.map { "\($0.artist) – \($0.title)" } ?? ""
    func line(
      _ fate: BulkLine.Fate, _ differences: [BulkLine.Difference], _ refusal: BulkLine.Refusal?
    ) -> BulkLine {
      BulkLine(
        position: position, copy: id, number: copy.number, subject: subject, fate: fate, differences: differences,
        refusal: refusal)
    }
    do {
      let (differences, write) = try self.write(of: copy, in: records)
      return (line(write == nil ? .same : .change, differences, nil), write)
    } catch let refusal as PolicyRefusal where refusal.code == .copyOnLoan {
      return (line(.refused, [], BulkLine.Refusal(code: .onLoan, sentence: "The copy is on loan.")), nil)
    } catch StaffError.onlyWithdrawn {
      let sentence = "The copy has a history of loans, holds, plays or tags. Withdraw it instead."
      return (line(.refused, [], BulkLine.Refusal(code: .onlyWithdrawn, sentence: sentence)), nil)
    } catch StaffError.noSuchSlot {
      let sentence = "The place has no free slot left."
      return (line(.refused, [], BulkLine.Refusal(code: .noFreeSlot, sentence: sentence)), nil)
    } catch StaffError.badValue(_, let sentence) {
      return (line(.refused, [], BulkLine.Refusal(code: .badValue, sentence: sentence)), nil)
    }
  }

  private mutating func write(
    of copy: Copy, in records: some Queryable
  ) throws -> ([BulkLine.Difference], Write?) {
    switch work {
    case .edit(let edit):
      let after = try edit.copy?.result(for: copy) ?? copy
      var differences = CopyDifferences(copy, after).list
      if let facts = edit.facts {
        let before = try records.ownFacts(of: copy.id) ?? OwnFacts()
        differences += try CopyDifferences.facts(before, facts, of: after, from: copy, today: today)
      }
      differences.add("mediaCondition", copy.mediaCondition, edit.mediaCondition ?? copy.mediaCondition)
      differences.add("sleeveCondition", copy.sleeveCondition, edit.sleeveCondition ?? copy.sleeveCondition)
      return (differences, differences.isEmpty ? nil : .edit(copy, after: after, edit))
    case .move:
      guard let place else { throw StaffError.noSuchPlace }
      if let current = copy.location, current.place == place.place, !fillsSlots || current.slot != nil {
        // A copy keeps its slot in the place.
        return ([], nil)
      }
      try records.checkShelving(of: copy)
      var location = place
      if fillsSlots {
        guard let free = freeSlots.popLast() else { throw StaffError.noSuchSlot }
        location = free
      }
      return (
        [BulkLine.Difference(field: "place", before: copy.location?.text, after: location.text)],
        .move(copy, to: location)
      )
    case .remove:
      try records.checkRemoval(of: copy.id)
      return ([BulkLine.Difference(field: "copy", before: copy.code.description, after: nil)], .remove(copy.id))
    }
  }
}

extension [BulkLine.Difference] {
  /// Adds a value that differs.
  mutating func add(_ field: String, _ before: String?, _ after: String?) {
    if before != after { append(BulkLine.Difference(field: field, before: before, after: after)) }
  }
}
