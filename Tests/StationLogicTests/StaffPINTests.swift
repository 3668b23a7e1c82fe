import Deadwax
import Lending
import StationLogic
import Testing

/// Tests that a staff card with a PIN opens a station only after the PIN.
@Suite(.timeLimit(.minutes(5)))
struct StaffPINTests {
  /// Returns a self-service station with two copies, a borrower, and two members of staff, the second without a PIN.
  private func library(
    _ mode: Mode = .checkout, asksStaffPIN: Bool = true, isSelfService: Bool = true
  ) -> ModelLibrary {
    var policy = LibraryPolicy()
    policy.stations.asksStaffPIN = asksStaffPIN
    var library = ModelLibrary(StationPolicy(home: mode, isSelfService: isSelfService), policy: policy)
    library.addCopy()
    library.addCopy { $0.isReference = true }
    library.addBorrower()
    library.addBorrower {
      $0.isStaff = true
      $0.hasPIN = true
    }
    library.addBorrower { $0.isStaff = true }
    return library
  }

  @Test func `it is on by default`() {
    #expect(StationDefaults().asksStaffPIN)
    #expect(LibraryPolicy(settings: ["station.staff-pin": "no"]).stations.asksStaffPIN == false)
  }

  @Test func `nothing opens before the PIN, the session continues, and the correct PIN opens`() {
    var library = library()
    library.scan(.card(0))
    let prompted = library.scan(.card(1))
    #expect(prompted.outcome?.code == .pinNeeded && prompted.state.staff == nil)
    #expect(prompted.state.session?.borrower == library.borrowers[0].id)
    #expect(library.scan(.copy(1)).outcome?.code == .pinNeeded)
    #expect(library.act(.pin(isRight: false)).outcome?.code == .pinWrong)
    let opened = library.act(.pin(isRight: true))
    #expect(opened.outcome?.code == .staffReady && opened.state.staff?.borrower == library.borrowers[1].id)
    #expect(opened.state.session?.borrower == library.borrowers[0].id && opened.state.stage == .idle)
  }

  @Test func `the card that was the yes is the yes after its PIN, and not before`() {
    var library = library(isSelfService: false)
    library.scan(.card(0))
    #expect(library.scan(.copy(1)).outcome?.code == .notForLoan)
    #expect(library.scan(.card(1)).outcome?.code == .pinNeeded)
    #expect(library.copies[1].loan == nil)
    // A yes by label is no PIN.
    #expect(library.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    let lent = library.act(.pin(isRight: true))
    #expect(lent.outcome?.code == .checkedOut && library.copies[1].loan?.borrower == library.borrowers[0].id)
    #expect(
      lent.effects.last
        == .override(by: library.borrowers[1].id, reasons: [.notForLoan], reason: "at the station, by card"))
  }

  @Test
  func `after too many wrong PINs, a no or the timeout nothing is opened, and the prompt remains or ends`() {
    for end in 0..<3 {
      var library = library(isSelfService: false)
      library.scan(.card(0))
      library.scan(.copy(1))
      library.scan(.card(1))
      switch end {
      case 0:
        for _ in 0..<2 { #expect(library.act(.pin(isRight: false)).outcome?.code == .pinWrong) }
        #expect(library.act(.pin(isRight: false)).outcome?.code == .pinLocked)
        #expect(library.states[0].stage.confirming?.reasons == [.notForLoan])
      case 1:
        #expect(library.scan(.order(.no)).outcome?.code == .declined)
        #expect(library.states[0].stage.confirming?.reasons == [.notForLoan])
      default:
        library.pass(60)
        #expect(library.states[0].stage == .idle)
      }
      #expect(library.states[0].staff == nil && library.copies[1].loan == nil)
      #expect(library.act(.pin(isRight: true)).outcome?.code == .nothingToConfirm)
      #expect(library.breaches.isEmpty)
    }
  }

  @Test func `another member of staff takes the place of the first, and one without a PIN needs none`() {
    var library = library(isSelfService: false)
    library.scan(.card(0))
    library.scan(.copy(1))
    library.scan(.card(1))
    #expect(library.scan(.card(2)).outcome?.code == .checkedOut)
    var off = self.library(asksStaffPIN: false)
    off.scan(.card(0))
    #expect(off.scan(.card(1)).outcome?.code == .staffReady)
  }

  @Test func `in modes without cards the pending prompt remains under the PIN`() {
    var library = library(.shelve)
    library.scan(.copy(0))
    let pending = library.states[0].stage
    #expect(library.scan(.card(1)).outcome?.code == .pinNeeded)
    #expect(library.states[0].stage.half == .copy(library.copies[0].id))
    #expect(library.act(.pin(isRight: true)).outcome?.code == .staffReady)
    #expect(library.states[0].stage == pending)
    // Within its minute the card opens again without the PIN.
    #expect(library.scan(.card(1)).outcome?.code == .staffReady)
  }
}
