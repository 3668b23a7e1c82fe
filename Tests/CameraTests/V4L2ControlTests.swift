import Camera
import Testing

@Suite(.timeLimit(.minutes(5))) struct V4L2ControlTests {
  private static let focus = CameraControl(
    id: 0x009A_090A, title: "Focus, Absolute", range: 0...250, step: 5, standard: 0)

  @Test(arguments: [
    (ControlSetting.Wish.number(40), 40), (.number(42), 40), (.number(43), 45), (.number(-7), 0), (.number(999), 250),
    (.percent(50), 125), (.percent(0), 0), (.percent(100), 250), (.standard, 0),
  ])
  func `a number becomes one that the camera takes`(_ wish: ControlSetting.Wish, _ value: Int) {
    #expect(Self.focus.value(for: wish) == value)
  }

  @Test func `a step that does not meet the end stays below it`() {
    let control = CameraControl(id: 1, title: "Odd", range: -3...10, step: 4)
    #expect(
      (-5...12).map { control.value(for: .number($0)) } == [
        -3, -3, -3, -3, 1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9,
      ])
  }

  @Test func `a menu has what it has`() {
    let control = CameraControl(
      id: 0x009A_0901, title: "Auto Exposure", kind: .menu([1: "Manual Mode", 3: "Aperture Priority Mode"]),
      range: 0...3,
      standard: 3)
    #expect((0...4).map { control.value(for: .number($0)) } == [nil, 1, nil, 3, nil])
    #expect(control.value(for: .standard) == 3)
  }

  @Test func `yes is one and no is nothing`() {
    let control = CameraControl(id: 0x009A_090C, title: "Focus", kind: .boolean, range: 0...1)
    #expect([-1, 0, 1, 7].map { control.value(for: .number($0)) } == [1, 0, 1, 1])
  }

  @Test func `a step of nothing divides by nothing`() {
    let control = CameraControl(id: 1, title: "Broken", range: 0...10, step: 0)
    #expect(control.value(for: .number(7)) == 7)
  }

  @Test func `automatics come before what they rule, and the rest after`() {
    let names = [
      "gain", "exposure_absolute", "focus_absolute", "power_line_frequency", "auto_exposure", "focus_auto",
      "exposure_dynamic_framerate", "some_private_control",
    ]
    let planned = ControlPlan.ordered(names.map { ControlSetting(name: $0, wish: .number(1)) })
    #expect(
      planned.map(\.name) == [
        "focus_auto", "auto_exposure", "exposure_dynamic_framerate", "focus_absolute", "exposure_absolute", "gain",
        "power_line_frequency", "some_private_control",
      ])
  }

  @Test func `the last wish for a control counts, whatever it is called`() {
    let planned = ControlPlan.ordered([
      ControlSetting(name: "focus_automatic_continuous", wish: .number(1)),
      ControlSetting(name: "gain", wish: .number(5)),
      ControlSetting(name: "focus_auto", wish: .number(0)),
      ControlSetting(name: "0x00980913", wish: .number(9)),
    ])
    #expect(planned.map(\.description) == ["focus_auto 0", "0x00980913 9"])
  }

  @Test(
    arguments: [
      ("focus_absolute", "40", "focus_absolute 40"), ("gain", "25%", "gain 25 %"),
      ("Focus_Auto", "off", "focus_auto 0"),
      ("focus_auto", "on", "focus_auto 1"), ("brightness", "-12", "brightness -12"),
      ("gain", "default", "gain default"),
      ("0x009a090a", "7", "0x009a090a 7"), ("gain", "", nil), ("gain", "viel", nil), ("gain", "101%", nil),
      ("", "1", nil),
      ("a b", "1", nil), ("0xzz", "1", nil), ("gain", "99999999999", nil), ("gain", "1.5", nil),
    ] as [(String, String, String?)])
  func `a setting is read as it is written`(_ name: String, _ text: String, _ setting: String?) {
    #expect(ControlSetting(name: name, text: text)?.description == setting)
  }

  @Test func `a control is called as the kernel calls it now, or as v4l2-ctl spells it`() {
    #expect(Self.focus.name == "focus_absolute")
    #expect(CameraControl(id: 0x009A_090C, title: "Focus, Auto", range: 0...1).name == "focus_automatic_continuous")
    #expect(CameraControl(id: 0x0A04_6D71, title: "LED1 Mode (x)", range: 0...1).name == "led1_mode_x")
  }
}
