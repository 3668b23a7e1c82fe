import Deadwax
import Storage
import Testing

/// Tests that the number of items of a list is counted up to a limit.
@Suite(.timeLimit(.minutes(5)))
struct ListTotalTests {
  @Test func `a list is counted up to the limit, and a longer one is not`() throws {
    let shelf = try StorageLibrary()
    let before = try #require(try shelf.database.read { try $0.placeTotal() })
    func add(_ count: Int) throws {
      try shelf.database.write { transaction in
        for _ in 0..<count {
          let id = Place.ID.new(at: transaction.now)
          try transaction.insert(Place(id: id, kind: .shelf, name: "Shelf \(id)"))
        }
      }
    }
    try add(1)
    #expect(try shelf.database.read { try $0.placeTotal() } == before + 1)
    try add(ListTotal.limit - before - 1)
    #expect(try shelf.database.read { try $0.placeTotal() } == ListTotal.limit)
    try add(1)
    #expect(try shelf.database.read { try $0.placeTotal() } == nil)
  }

  @Test func `the total of a list is the number of its items, with each filter`() throws {
    let shelf = try StorageLibrary()
    for copy in 0..<4 { _ = try shelf.lend(copy, to: copy % 2, after: Int64(copy)) }
    _ = try shelf.checkIn(1, after: 9)
    let borrower = shelf.borrowers[0]
    try shelf.database.read { reading in
      for state in LoanFilter.State.allCases where state != .dueSoon {
        for filter in [LoanFilter(state), LoanFilter(state, borrower: borrower)] {
          #expect(try reading.total(filter) == reading.loans(filter, limit: 99).count, "\(filter)")
        }
      }
      for state in [nil] + Hold.State.allCases {
        #expect(try reading.holdTotal(state: state) == reading.holds(state: state, limit: 99).count)
      }
      #expect(
        try reading.holdTotal(isOpen: true, borrower: borrower)
          == reading.holds(isOpen: true, borrower: borrower, limit: 99).count)
      for isOpen in [nil, true, false] as [Bool?] {
        #expect(try reading.feeTotal(isOpen: isOpen) == reading.fees(isOpen: isOpen, limit: 99).count)
      }
      for search in ["", "a", "ada", "nothing of this name"] {
        #expect(
          try reading.borrowerTotal(matching: search) == reading.borrowers(matching: search, limit: 999).count,
          "\(search)")
      }
      for place in [nil] + shelf.places.prefix(1).map(Optional.some) {
        #expect(try reading.copyTotal(in: place) == reading.copyKeys(in: place, before: nil, limit: 999).count)
      }
      #expect(try reading.releaseTotal() == reading.releaseKeys(before: nil, limit: 999).count)
      for states in [[], [.waiting], [.waiting, .done]] as [[TagJob.State]] {
        let jobs = try reading.tagJobs(before: nil, states: states, uid: nil, copy: nil, limit: 99)
        #expect(try reading.tagJobTotal(states: states, uid: nil, copy: nil) == jobs.count)
      }
    }
  }
}
