import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing

/// The offer of the nearest free slot after a return to a disabled one.
@Suite(.timeLimit(.minutes(5)))
struct PutAwayOfferTests {
  @Test(arguments: LibraryPolicy.Places.Tracking.allCases)
  func `a library that notes no places offers no slot`(_ tracking: LibraryPolicy.Places.Tracking) throws {
    let shelf = try CasesLibrary()
    try shelf.set(StationPolicy(home: .return, offersPutAway: true), of: shelf.hubStation)
    let copy = shelf.places.copies[0]
    try shelf.database.write { transaction in
      try transaction.set("places.tracking", to: tracking.rawValue)
      let key = Code.Key(class: .own, value: shelf.places.slots[2].description)
      guard case .slot(let id) = try transaction.target(of: key), var slot = try transaction.slot(id) else {
        throw TestFailure("no slot")
      }
      try transaction.move(copy.id, to: slot.location)
      slot.disabledReason = "broken"
      try transaction.update(slot)
      try transaction.recordChange(.place)
    }
    let returned = try shelf.scan(copy.code)
    #expect(returned.facts.notes.contains(.slotDisabled) == (tracking != .off))
    let offered = try shelf.state().stage.choosing?.offered
    #expect((offered == nil) == (tracking == .off), "\(tracking): \(returned)")
  }
}
