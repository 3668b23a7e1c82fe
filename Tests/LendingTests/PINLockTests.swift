import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PINLockTests {
  private let now = Sample.now

  @Test func `a card is locked after as many wrong PINs as the setting says, for the time of the setting`() {
    var stations = StationDefaults()
    #expect(stations.pinLock(after: 2, at: now) == nil)
    #expect(stations.pinLock(after: 3, at: now) == now + .seconds(300))
    stations.pinTries = 1
    stations.pinLockTime = .seconds(60)
    #expect(stations.pinLock(after: 1, at: now) == now + .seconds(60))
    // The setting was lowered after these attempts.
    #expect(stations.pinLock(after: 4, at: now) == now + .seconds(60))
  }
}
