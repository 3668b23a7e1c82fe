import Tags
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TagReaderStateTests {
  @Test(arguments: [
    (TagDeviceError.absent("/dev/x"), TagReaderState.Kind.absent, "/dev/x"),
    (.denied("/dev/x"), .failed, "/dev/x"),
    (.busy("/dev/x", holder: "nfc-poll (process 7)"), .failed, "in use by nfc-poll (process 7)"),
    (.busy("/dev/x", holder: nil), .failed, "in use by another program"),
    (.notSerial("/dev/x"), .failed, "not a serial line"),
    (.badName("no driver 'x'"), .failed, "no driver 'x'"),
    (.mute("pn532_uart:/dev/x"), .stalled, "does not respond"),
    (.call("nfc_initiator_init", .timeout), .stalled, "nfc_initiator_init: timed out (-6)"),
    (.system("open(/dev/x)", errno: 24), .stalled, "errno 24"),
  ])
  func `every error has a cause and advice`(error: TagDeviceError, kind: TagReaderState.Kind, reason: String) {
    let state = TagReaderState(error)
    #expect(state.kind == kind)
    #expect(state.reason?.contains(reason) == true, "\(state)")
    #expect(state.hint?.hasSuffix(".") == true)
  }

  @Test func `a user without rights is sent to the group of serial lines`() {
    #expect(TagReaderState(.denied("/dev/ttyUSB0")).hint?.contains("dialout") == true)
  }

  @Test(arguments: [
    ("/dev/spidev0.0", "group spi "), ("/dev/i2c-1", "group i2c "), ("/dev/ttyAMA0", "group dialout "),
  ])
  func `each bus has its group`(path: String, group: String) {
    #expect(TagReaderState(.denied(path)).hint?.contains(group) == true)
  }

  @Test(arguments: [
    ("pn532_uart:/dev/x", "HSU"), ("pn532_spi:/dev/x", "dtparam=spi=on"), ("pn532_i2c:/dev/x", "dtparam=i2c_arm=on"),
    ("acr122_usb:001:002", "pcscd"), ("pn53x_usb:001:002", "modprobe -r pn533_usb"), ("usb", "modprobe -r pn533_usb"),
    ("arygon:/dev/x", "Unplug"),
  ])
  func `a device that does not respond has a hint for its kind`(name: String, hint: String) {
    #expect(TagReaderState(.mute(name)).hint?.contains(hint) == true)
  }

  @Test(arguments: [(Int32(-20), true), (-30, true), (-10, true), (-1, false), (-6, false), (-90, false), (-2, false)])
  func `only errors of the air are the tag's`(code: Int32, isAboutTag: Bool) {
    let error = TagDeviceError.call("nfc_initiator_transceive_bytes", TagDeviceError.Code(rawValue: code))
    #expect(error.isAboutTag == isAboutTag)
  }
}
