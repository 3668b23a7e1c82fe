import ReaderProtocol
import Testing

@testable import Hub

/// Tests of the sound for a reader's failure.
@Suite(.timeLimit(.minutes(5)))
struct FailureLatchTests {
  @Test(arguments: [ReaderState.Kind.failed, .stalled])
  func `a failure sounds once, despite failed retries, and again after the reader worked in between`(
    kind: ReaderState.Kind
  ) {
    let bell = FailureLatch()
    #expect(!bell.isNewFailure(for: "nfc", in: .opening))
    #expect(!bell.isNewFailure(for: "nfc", in: .ready))
    #expect(bell.isNewFailure(for: "nfc", in: kind))
    for again in [ReaderState.Kind.opening, .failed, .stalled, .opening, .stalled] {
      #expect(!bell.isNewFailure(for: "nfc", in: again))
    }
    #expect(bell.isNewFailure(for: "camera", in: kind), "each reader has its own")
    #expect(!bell.isNewFailure(for: "nfc", in: .ready))
    #expect(bell.isNewFailure(for: "nfc", in: kind))
    #expect(!bell.isNewFailure(for: "nfc", in: .absent))
    #expect(bell.isNewFailure(for: "nfc", in: kind))
  }
}
