import Devices
import Testing

@Suite(.timeLimit(.minutes(5))) struct AttachedDeviceTests {
  @Test func `the kernel's memory devices are found with their nodes`() throws {
    let devices = try AttachedDevice.all(subsystem: "mem")
    let null = try #require(devices.first { $0.sysPath.hasSuffix("/mem/null") })
    #expect(null.node == "/dev/null")
    #expect(null.properties["MAJOR"] == "1" && null.properties["MINOR"] == "3")
    #expect(null.usbID == nil)
  }

  @Test func `an attribute is read of the device`() throws {
    let null = try #require(
      try AttachedDevice.all(subsystem: "mem", attributes: ["dev", "no-such-attribute"]).first {
        $0.sysPath.hasSuffix("/mem/null")
      })
    #expect(null.attributes == ["dev": "1:3"])
  }

  @Test func `a kind of device that there is not has none`() throws {
    #expect(try AttachedDevice.all(subsystem: "no-such-subsystem").isEmpty)
  }

  @Test(
    arguments: [
      (["ID_BUS": "usb", "ID_VENDOR_ID": "046D", "ID_MODEL_ID": "082d"], [:], "046d:082d"),
      ([:], ["idVendor": "046d", "idProduct": "0825"], "046d:0825"),
      (["ID_BUS": "pci", "ID_VENDOR_ID": "8086", "ID_MODEL_ID": "0001"], [:], nil),
      ([:], ["idVendor": "046d"], nil),
    ] as [([String: String], [String: String], String?)])
  func `the USB id comes from udev or else from the kernel`(
    _ properties: [String: String], _ attributes: [String: String], _ id: String?
  ) {
    #expect(AttachedDevice(sysPath: "/sys/x", properties: properties, attributes: attributes).usbID == id)
  }
}
