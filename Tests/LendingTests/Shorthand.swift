import Deadwax
import Lending

/// Shorthands for rules, for tests of a single input: all other settings have their defaults.
extension LendingPolicy {
  init() { self.init(library: LibraryPolicy(), station: StationPolicy()) }
  init(library: LibraryPolicy) { self.init(library: library, station: StationPolicy()) }
  init(station: StationPolicy) { self.init(library: LibraryPolicy(), station: station) }

  func checkout(
    _ copy: Copy, to borrower: Borrower, holds: [Hold] = [], skipping: Set<Borrower.ID> = [], isStaff: Bool = false,
    isClockRight: Bool = true, isAlone: Bool = false, now: Timestamp
  ) -> Assessment {
    CheckoutPlan(
      Sample.facts(copy, holds, skipping), to: borrower, asking(isStaff, isClockRight, now), wasReported: !isAlone,
      dueAt: nil, rules: self
    ).assessment
  }

  func renewal(
    of copy: Copy, by borrower: Borrower, holds: [Hold] = [], skipping: Set<Borrower.ID> = [],
    isClockRight: Bool = true, now: Timestamp
  ) -> Assessment {
    RenewalPlan(Sample.facts(copy, holds, skipping), by: borrower, asking(false, isClockRight, now), rules: self)
      .assessment
  }

  func checkin(
    _ copy: Copy, holds: [Hold] = [], skipping: Set<Borrower.ID> = [], lostFees: [Fee] = [], partsBack: Int? = nil,
    droppedAt: Timestamp? = nil, isStaff: Bool = false, isClockRight: Bool = true, now: Timestamp
  ) -> CheckinPlan {
    CheckinPlan(
      Sample.facts(copy, holds, skipping, lostFees), CheckinPlan.Report(returnedAt: droppedAt, partsBack: partsBack),
      asking(isStaff, isClockRight, now), rules: self)
  }

  func checkIn(
    _ copy: Copy, holds: [Hold] = [], skipping: Set<Borrower.ID> = [], partsBack: Int? = nil,
    droppedAt: Timestamp? = nil, isStaff: Bool = false, isClockRight: Bool = true, now: Timestamp
  ) -> Assessment {
    checkin(
      copy, holds: holds, skipping: skipping, partsBack: partsBack, droppedAt: droppedAt, isStaff: isStaff,
      isClockRight: isClockRight, now: now
    ).assessment
  }

  func asking(_ isStaff: Bool, _ isClockRight: Bool, _ now: Timestamp) -> RequestOrigin {
    RequestOrigin(channel: .station(isAttended: isAttended(isStaff: isStaff)), isClockRight: isClockRight, at: now)
  }
}

extension Sample {
  static func facts(
    _ copy: Copy, _ holds: [Hold] = [], _ ineligible: Set<Borrower.ID> = [], _ lostFees: [Fee] = []
  ) -> CopyFacts {
    CopyFacts(copy: copy, holds: holds, ineligible: ineligible, lostFees: lostFees)
  }

  static func assessment(
    blockers: [Outcome.Code] = [], confirms: [Outcome.Code] = [], warnings: [Outcome.Code] = []
  ) -> Assessment {
    Assessment(blockers: blockers, confirms: confirms, warnings: warnings, versions: [])
  }
}
