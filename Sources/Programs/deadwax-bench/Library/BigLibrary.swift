internal import Deadwax

/// A library as large as any that Deadwax is designed for, generated from a seed. The same seed, size and time give the
/// same rows on every machine. Every record is a function of its index, so that scanning clients need no queries.
struct BigLibrary: Sendable {
  /// The numbers of records of each kind.
  struct Size: Sendable {
    var releases: Int
    var copies: Int
    var borrowers: Int
    var openLoans: Int
    var pastLoans: Int
    var holds: Int
    var fees: Int
    var shelves: Int
    var changers: Int
    var slotsOfChanger: Int
    /// The tracks of a release on average; 0 for releases with a few words only, which are made in a third of the time.
    var tracks: Int

    /// The size for measurements.
    static let big = Size(
      releases: 800_000, copies: 1_000_000, borrowers: 100_000, openLoans: 100_000, pastLoans: 2_000_000, holds: 2000,
      fees: 3000, shelves: 1000, changers: 200, slotsOfChanger: 400, tracks: 0)
    /// A hundredth of that size, to check that the generation is correct.
    static let small = Size(
      releases: 8000, copies: 10_000, borrowers: 1000, openLoans: 1000, pastLoans: 20_000, holds: 20, fees: 30,
      shelves: 10, changers: 2, slotsOfChanger: 400, tracks: 0)

    /// Returns a size with another number of copies, and everything else in proportion.
    func scaled(toCopies number: Int) -> Size {
      func part(_ count: Int) -> Int { max(1, count * number / copies) }
      return Size(
        releases: part(releases), copies: number, borrowers: part(borrowers), openLoans: part(openLoans),
        pastLoans: part(pastLoans), holds: part(holds), fees: part(fees), shelves: part(shelves),
        changers: part(changers), slotsOfChanger: slotsOfChanger, tracks: tracks)
    }

    /// Returns the size of a library that is searched: a copy of each release, and words like those of real records.
    func searched() -> Size {
      var size = self
      (size.releases, size.tracks) = (copies, 10)
      return size
    }
  }

  /// The kinds of records. The raw value separates their random numbers.
  enum Kind: UInt64 {
    case release = 1
    case copy, place, slot, borrower, card, loan, hold, fee, extra
  }

  let seed: UInt64
  let size: Size
  /// The reference time of the library. Nothing in it is later, except due times.
  let now: Timestamp

  static let day: Int64 = 86_400_000
  /// The age of the library in days.
  private static let age: Int64 = 3652

  /// Returns the random number of one record: SplitMix64 (Steele, Lea, Flood 2014) after a number of steps.
  func number(_ kind: Kind, _ index: Int, _ salt: UInt64 = 0) -> UInt64 {
    var bits = seed &+ (kind.rawValue << 48 &+ salt << 40 &+ UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a random number from 0 to `limit`, exclusive.
  func draw(below limit: Int, _ kind: Kind, _ index: Int, _ salt: UInt64 = 0) -> Int {
    Int(number(kind, index, salt) % UInt64(limit))
  }

  /// Returns the time of the `index`-th of `count` records that are evenly spread over the library's age.
  func time(_ index: Int, of count: Int, endingDaysAgo days: Int64 = 1) -> Timestamp {
    let span = (Self.age - days) * Self.day
    return Timestamp(milliseconds: now.milliseconds - Self.age * Self.day + span / Int64(count) * Int64(index))
  }

  func days(_ days: Int, after time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + Int64(days) * Self.day)
  }

  private func id<Subject>(_ kind: Kind, _ index: Int, at time: Timestamp) -> Identifier<Subject> {
    Identifier(at: time, random: (number(kind, index, 1), number(kind, index, 2)))
  }

  // MARK: - Catalogue

  func release(_ index: Int) -> Release.ID { id(.release, index, at: releaseTime(index)) }
  func releaseTime(_ index: Int) -> Timestamp { time(index, of: size.releases) }

  /// Returns the barcode of a release; nil for one in twenty. One in two hundred has that of the release before it.
  func barcode(_ index: Int) -> GTIN? {
    let draw = draw(below: 200, .release, index, 3)
    guard draw >= 10 else { return nil }
    // The factor has no divisor in common with the power of ten, so that each product is different.
    let named = UInt64(index > 0 && draw == 199 ? index - 1 : index)
    let body = "4" + digits(named * 70_000_000_033 % 100_000_000_000, 11)
    for check in 0...9 {
      if let gtin = GTIN(key: body + "\(check)") { return gtin }
    }
    return nil
  }

  /// Returns the words of a release.
  func catalogued(_ index: Int) -> CataloguedRelease {
    size.tracks == 0 ? CataloguedRelease(plain: index, in: self) : CataloguedRelease(index, in: self)
  }

  func medium(_ index: Int) -> Medium { [.cd, .cd, .vinyl, .vinyl, .cassette][draw(below: 5, .release, index, 4)] }

  /// Returns the release of a copy. The first copies are one of each release, the rest are second copies.
  func releaseOfCopy(_ index: Int) -> Int {
    index < size.releases ? index : draw(below: size.releases, .copy, index, 3)
  }

  func copy(_ index: Int) -> Copy.ID { id(.copy, index, at: copyTime(index)) }
  func copyTime(_ index: Int) -> Timestamp { time(index, of: size.copies) }
  func copyCode(_ index: Int) -> OwnCode { OwnCode(.copy, number: number(.copy, index, 4) | 1) }
  /// Returns the number of parts. One copy in ten has two discs.
  func parts(_ index: Int) -> Int { draw(below: 10, .copy, index, 5) == 0 ? 2 : 1 }

  // MARK: - Places

  static let leastRooms = 4
  /// The most shelves of a room. With twenty copies each, a stock-take of a room has at most 100,000.
  private static let mostShelves = 4_700
  /// The number of rooms. The rooms come first, then the shelves in them, then the changers.
  var rooms: Int { max(Self.leastRooms, (size.shelves + Self.mostShelves - 1) / Self.mostShelves) }
  var places: Int { rooms + size.shelves + size.changers }
  func place(_ index: Int) -> Place.ID { id(.place, index, at: time(0, of: 1)) }
  func changer(_ index: Int) -> Place.ID { place(rooms + size.shelves + index) }
  var slots: Int { size.changers * size.slotsOfChanger }
  func slot(_ index: Int) -> Slot.ID { id(.slot, index, at: time(0, of: 1)) }

  /// Returns the home of a copy. The first copies fill the changers, one in fifty has no place, the others are on a
  /// shelf.
  func location(_ index: Int) -> (place: Place.ID?, slot: Slot.ID?) {
    if index < slots { return (changer(index / size.slotsOfChanger), slot(index)) }
    if draw(below: 50, .copy, index, 6) == 0 { return (nil, nil) }
    return (place(rooms + draw(below: size.shelves, .copy, index, 7)), nil)
  }

  // MARK: - Borrowers

  func borrower(_ index: Int) -> Borrower.ID { id(.borrower, index, at: borrowerTime(index)) }
  func borrowerTime(_ index: Int) -> Timestamp { time(index, of: size.borrowers) }
  func card(_ index: Int) -> OwnCode { OwnCode(.borrower, number: number(.card, index) | 1) }
  /// Returns the UID of the tag in a card. One card in four has one.
  func tag(_ index: Int) -> TagID? {
    guard index % 4 == 0 else { return nil }
    return TagID("04" + hexadecimal(UInt64(index), 6) + hexadecimal(number(.card, index, 1) >> 40, 6))
  }

  // MARK: - Loans

  /// The number of consecutive copies of which one is on loan.
  private var step: Int { size.copies / size.openLoans }
  func copyOfOpenLoan(_ index: Int) -> Int { index * step + draw(below: step, .loan, index, 3) }
  func isLent(_ copy: Int) -> Bool { copyOfOpenLoan(min(copy / step, size.openLoans - 1)) == copy }
  /// Returns the borrower of an open loan. Only the first third of the borrowers have loans, three each.
  func borrowerOfOpenLoan(_ index: Int) -> Int { index / 3 }
  var borrowersWithLoans: Int { (size.openLoans + 2) / 3 }
  /// Returns true if a loan is overdue. The loans of one borrower in twenty are.
  func isOverdue(_ index: Int) -> Bool { draw(below: 20, .borrower, borrowerOfOpenLoan(index), 5) == 0 }

  func openLoan(_ index: Int) -> Loan.ID { id(.loan, size.pastLoans + index, at: openedAt(index)) }
  func openedAt(_ index: Int) -> Timestamp {
    let ago = (isOverdue(index) ? 20 : 0) * Self.day + Int64(draw(below: 6 * Int(Self.day), .loan, index, 4))
    return Timestamp(milliseconds: now.milliseconds - ago)
  }

  func pastLoan(_ index: Int) -> Loan.ID { id(.loan, index, at: pastOpenedAt(index)) }
  func pastOpenedAt(_ index: Int) -> Timestamp { time(index, of: size.pastLoans, endingDaysAgo: 60) }
  /// Returns the copy of a past loan. Each copy is lent once before any is lent again, in a scattered order.
  func copyOfPastLoan(_ index: Int) -> Int { Int(UInt64(index) * 700_001 % UInt64(size.copies)) }

  // MARK: - Words

  /// Returns a pronounceable word, the same for the same number. Words of low rank are frequent.
  func word(_ number: UInt64) -> String {
    // The product of two uniform draws is small more often than large, like the rank of a word in a language.
    let rank = (number >> 40) % 200 * ((number >> 20) % 200)
    return MadeWord.text(Int(rank))
  }

  private func digits(_ number: UInt64, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: count - text.utf8.count) + text
  }

  private func hexadecimal(_ number: UInt64, _ count: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }
}
