import Camera
import Testing

@Suite(.timeLimit(.minutes(5))) struct CameraProfileTests {
  private static let shelf = [
    CameraProfile(name: "any"),
    CameraProfile(name: "c920", usbIDs: ["046d:082D", "046d:0892"], cards: ["HD Pro Webcam C920"]),
    CameraProfile(name: "webcams", cards: ["webcam"]),
  ]

  @Test(
    arguments: [
      ("046d:082d", "whatever", "c920"), ("046D:0892", "whatever", "c920"), (nil, "HD Pro Webcam C920", "c920"),
      ("1234:5678", "Some Webcam: Some Webcam", "webcams"), (nil, "Kiosk Cam", "any"), (nil, "", "any"),
    ] as [(String?, String, String)])
  func `the profile that knows a camera best is its own`(_ usb: String?, _ card: String, _ name: String) {
    #expect(CameraProfile.fitting(Self.shelf, usbID: usb, card: card)?.name == name)
  }

  @Test func `where no profile is for any camera, a strange one has none`() {
    #expect(CameraProfile.fitting(Array(Self.shelf.dropFirst()), usbID: nil, card: "Kiosk") == nil)
    #expect(CameraProfile.fitting([], usbID: "046d:082d", card: "x") == nil)
  }

  @Test func `a named profile applies to any camera`() {
    #expect(CameraProfile.fitting([Self.shelf[1].forAny], usbID: "1234:5678", card: "x")?.name == "c920")
  }
}
