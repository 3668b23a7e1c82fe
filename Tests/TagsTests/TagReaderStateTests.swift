import Tags
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TagReaderStateTests {
  @Test(arguments: [
    (TagError.absent("/dev/x"), TagReaderState.Kind.absent, "/dev/x"),
    (.denied("/dev/x"), .failed, "/dev/x"),
    (.busy("/dev/x", holder: "nfc-poll (process 7)"), .failed, "in use by nfc-poll (process 7)"),
    (.busy("/dev/x", holder: nil), .failed, "in use by another program"),
    (.notSerial("/dev/x"), .failed, "not a serial line"),
    (.badName("no driver 'x'"), .failed, "no driver 'x'"),
    (.mute("pn532_uart:/dev/x"), .stalled, "does not answer"),
    (.call("nfc_initiator_init", .timeout), .stalled, "nfc_initiator_init: timed out (-6)"),
    (.system("open(/dev/x)", errno: 24), .stalled, "errno 24"),
  ])
  func `every error says what happened and what to do`(error: TagError, kind: TagReaderState.Kind, reason: String) {
    let state = TagReaderState(error)
    #expect(state.kind == kind)
    #expect(state.reason?.contains(reason) == true, "\(state)")
    #expect(state.hint?.hasSuffix(".") == true)
  }

  @Test func `a user without rights is sent to the group of serial lines`() {
    #expect(TagReaderState(.denied("/dev/ttyUSB0")).hint?.contains("dialout") == true)
  }

  @Test(arguments: [(Int32(-20), true), (-30, true), (-10, true), (-1, false), (-6, false), (-90, false), (-2, false)])
  func `only errors of the air are the tag's`(code: Int32, isAboutTag: Bool) {
    let error = TagError.call("nfc_initiator_transceive_bytes", TagError.Code(rawValue: code))
    #expect(error.isAboutTag == isAboutTag)
  }
}
