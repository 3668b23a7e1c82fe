import ReaderProtocol
import Testing

@testable import Hub

/// Tests of the sound for a reader's failure.
@Suite(.timeLimit(.minutes(5)))
struct ReaderBellTests {
  @Test(arguments: [ReaderState.Kind.failed, .stalled])
  func `a failure is heard once, whatever is tried in vain, and again when the reader worked in between`(
    kind: ReaderState.Kind
  ) {
    let bell = ReaderBell()
    #expect(!bell.rings(for: "nfc", in: .opening))
    #expect(!bell.rings(for: "nfc", in: .ready))
    #expect(bell.rings(for: "nfc", in: kind))
    for again in [ReaderState.Kind.opening, .failed, .stalled, .opening, .stalled] {
      #expect(!bell.rings(for: "nfc", in: again))
    }
    #expect(bell.rings(for: "camera", in: kind), "each reader has its own")
    #expect(!bell.rings(for: "nfc", in: .ready))
    #expect(bell.rings(for: "nfc", in: kind))
    #expect(!bell.rings(for: "nfc", in: .absent))
    #expect(bell.rings(for: "nfc", in: kind))
  }
}
