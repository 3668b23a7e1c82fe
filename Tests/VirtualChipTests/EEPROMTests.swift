import TestSupport
import Testing

@testable import VirtualChip

@Suite(.timeLimit(.minutes(5)))
struct EEPROMTests {
  private let old: [UInt8] = [0x11, 0x22, 0x33, 0x44]
  private let new: [UInt8] = [0xA5, 0xB6, 0xC7, 0xD8]

  private func fresh() -> EEPROM {
    var eeprom = EEPROM(pages: 4, pageSize: 4)
    eeprom.replace(at: 4, with: old)
    return eeprom
  }

  @Test func `writes are counted by page, changes from outside are not`() {
    var eeprom = fresh()
    #expect(eeprom.writeCount == 0)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.write(new + new, at: 8) == true)
    #expect(eeprom.page(1) == new && eeprom.page(3) == new)
    #expect(eeprom.writes == [1: 2, 2: 1, 3: 1])
    #expect(eeprom.writeCount == 3)
  }

  @Test func `worn pages keep, garble or refuse, and a new one writes again`() {
    var eeprom = fresh()
    eeprom.wear(page: 1, .keeps)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.page(1) == old)
    eeprom.wear(page: 1, .garbles)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.page(1) != old && eeprom.page(1) != new)
    eeprom.wear(page: 1, .refuses)
    let before = eeprom.page(1)
    #expect(eeprom.write(new, at: 4) == false)
    #expect(eeprom.page(1) == before)
    #expect(eeprom.wornPages == [1])
    eeprom.wear(page: 1, nil)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.page(1) == new && eeprom.wornPages == [])
  }

  @Test func `wear of one page leaves the others of the same write alone`() {
    var eeprom = fresh()
    eeprom.wear(page: 2, .keeps)
    #expect(eeprom.write(new + new + new, at: 4) == true)
    #expect(eeprom.page(1) == new && eeprom.page(2) == [0, 0, 0, 0] && eeprom.page(3) == new)
  }

  @Test func `a write is torn before, after, or in between`() {
    #expect(TornWrite(write: 1, moment: .before).remains(of: old, after: new, isOneTime: false) == old)
    #expect(TornWrite(write: 1, moment: .after).remains(of: old, after: new, isOneTime: false) == new)
    #expect(
      TornWrite(write: 1, moment: .partial).remains(of: old, after: new, isOneTime: false) == [0xA5, 0xB6, 0x33, 0x44])
  }

  @Test func `a page torn after erasing holds zeros, but a page of one-time bits keeps what it had`() {
    let tear = TornWrite(write: 1, moment: .erased)
    #expect(tear.remains(of: old, after: new, isOneTime: false) == [0, 0, 0, 0])
    #expect(tear.remains(of: old, after: new, isOneTime: true) == old)
  }

  @Test func `a page torn between its bits holds old and new ones, and all of them by some seed`() {
    var seen = (old: [UInt8](repeating: 0, count: 4), new: [UInt8](repeating: 0, count: 4))
    for seed in 1...200 as ClosedRange<UInt64> {
      let left = TornWrite(write: 1, moment: .bits, seed: seed).remains(of: old, after: new, isOneTime: false)
      for index in 0..<4 {
        let changed = old[index] ^ new[index]
        // Bits that are equal in both cannot be torn.
        #expect((left[index] ^ old[index]) & ~changed == 0)
        seen.new[index] |= (left[index] ^ old[index])
        seen.old[index] |= (left[index] ^ new[index])
      }
    }
    let changed = zip(old, new).map { $0 ^ $1 }
    #expect(seen.new == changed && seen.old == changed)
  }

  @Test func `the result of a torn write depends on its seed, and many seeds give many results`() {
    var left: Set<[UInt8]> = []
    for seed in UInt64(1)...1000 {
      let tear = TornWrite(write: 1, moment: .partial, seed: seed)
      let remains = tear.remains(of: old, after: new, isOneTime: false)
      #expect(remains == tear.remains(of: old, after: new, isOneTime: false))
      #expect(remains.count == 4)
      left.insert(remains)
    }
    // Bytes of the new page, bytes of the old one, erased ones, and cells in between.
    #expect(left.contains([0xA5, 0x22, 0x33, 0x44]) && left.contains([0x11, 0xB6, 0xC7, 0xD8]))
    #expect(left.contains([0, 0, 0, 0]) && left.contains([0xA5, 0, 0, 0]))
    #expect(left.count > 100)
  }

  @Test func `a torn memory is reported as torn until it is presented again`() {
    var eeprom = fresh()
    eeprom.tear = TornWrite(write: 1, moment: .partial)
    _ = eeprom.write(new, at: 4)
    #expect(eeprom.isTorn)
    #expect(eeprom.page(1) == [0xA5, 0xB6, 0x33, 0x44])
    eeprom.layDown()
    #expect(!eeprom.isTorn)
    #expect(eeprom.write(new, at: 4) == true)
    #expect(eeprom.page(1) == new && !eeprom.isTorn)
  }
}
