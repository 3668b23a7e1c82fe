import Foundation
import Tags
import TestSupport
import Testing

/// Tests of the search for readers in simulated trees of /dev and /sys.
@Suite(.timeLimit(.minutes(5)))
struct TagDeviceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try makeFolder("dev")
    try makeFolder("sys/bus/usb/devices")
    try makeFolder("sys/class/tty")
  }

  private var found: [TagDevice] { TagDevice.find(dev: folder.path("dev"), sys: folder.path("sys")) }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// Adds a USB device in sysfs form: a folder of attributes, and a link to it in the list of the bus's devices.
  private func plugIn(_ port: String, _ vendor: String, _ product: String, bus: Int = 1, device: Int = 4) throws {
    let place = "sys/devices/pci0000:00/usb1/\(port)"
    try folder.write("\(vendor)\n", to: "\(place)/idVendor")
    try folder.write("\(product)\n", to: "\(place)/idProduct")
    try folder.write("\(bus)\n", to: "\(place)/busnum")
    try folder.write("\(device)\n", to: "\(place)/devnum")
    try link("sys/bus/usb/devices/\(port)", to: "../../../devices/pci0000:00/usb1/\(port)")
    // Interfaces are listed next to devices and have no ids of their own.
    try folder.write("ff\n", to: "\(place)/\(port):1.0/bInterfaceClass")
    try link("sys/bus/usb/devices/\(port):1.0", to: "../../../devices/pci0000:00/usb1/\(port)/\(port):1.0")
  }

  /// Adds a serial port on that device.
  private func addLine(_ name: String, on port: String, byID: String? = nil) throws {
    let place = "devices/pci0000:00/usb1/\(port)/\(port):1.0/\(name)/tty/\(name)"
    try makeFolder("sys/" + place)
    try link("sys/class/tty/\(name)", to: "../../" + place)
    try folder.write("", to: "dev/\(name)")
    if let byID { try link("dev/serial/by-id/\(byID)", to: "../../\(name)") }
  }

  @Test func `where nothing is plugged in nothing is found`() {
    #expect(found == [])
    #expect(TagDevice.find(dev: folder.path("none"), sys: folder.path("none")) == [])
  }

  @Test(arguments: [
    ("04cc", "2533", "pn53x_usb:001:004", "PN533"), ("04e6", "5591", "pn53x_usb:001:004", "SCL3711"),
    ("072f", "2200", "acr122_usb:001:004", "ACR122U"), ("054c", "02e1", "pn53x_usb:001:004", "Sony RC-S360"),
    ("1fd3", "0608", "pn53x_usb:001:004", "ASK LoGO"), ("04cc", "0531", "pn53x_usb:001:004", "PN531"),
  ])
  func `a USB reader is named by bus and device`(vendor: String, product: String, name: String, kind: String) throws {
    try plugIn("1-1", vendor, product)
    #expect(found.map(\.name.text) == [name])
    #expect(found.first?.reason == "USB \(vendor):\(product), \(kind)")
  }

  @Test func `a number that a reader for cards with contacts has too is listed, and not taken by itself`() throws {
    try plugIn("1-1", "072f", "90cc")
    try plugIn("1-2", "072f", "2200", device: 5)
    #expect(found.map(\.isTakenByItself) == [false, true])
    #expect(found.first?.name.text == "acr122_usb:001:004" && found.first?.reason.contains("ACR38") == true)
  }

  @Test(arguments: [
    ("1a86", "7523", "ttyUSB0", "CH340"), ("1a86", "5523", "ttyUSB0", "CH341"), ("1a86", "55d4", "ttyACM0", "CH9102"),
    ("10c4", "ea60", "ttyUSB0", "CP210x"), ("0403", "6001", "ttyUSB0", "FT232"),
  ])
  func `a serial adapter is named by its line`(vendor: String, product: String, line: String, kind: String) throws {
    try plugIn("1-1.2", vendor, product)
    try addLine(line, on: "1-1.2")
    #expect(found.map(\.name.text) == ["pn532_uart:\(folder.path("dev/\(line)"))"])
    #expect(found.first?.reason == "USB \(vendor):\(product), serial adapter \(kind)")
  }

  @Test func `the name that stays is preferred, unless libnfc would misread it`() throws {
    try plugIn("1-1", "1a86", "7523")
    try addLine("ttyUSB0", on: "1-1", byID: "usb-1a86_USB_Serial-if00-port0")
    try plugIn("1-2", "10c4", "ea60", device: 5)
    try addLine("ttyUSB1", on: "1-2", byID: "usb-Silicon:Labs-if00-port0")
    #expect(
      found.map(\.name.path) == [
        folder.path("dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"), folder.path("dev/ttyUSB1"),
      ])
  }

  @Test func `our own name comes first, and its line is not named twice`() throws {
    try plugIn("1-1", "04cc", "2533")
    try plugIn("1-2", "1a86", "7523", device: 5)
    try addLine("ttyUSB0", on: "1-2")
    try link("dev/deadwax-nfc", to: "ttyUSB0")
    #expect(found.map(\.name.text) == ["pn532_uart:\(folder.path("dev/deadwax-nfc"))", "pn53x_usb:001:004"])
  }

  @Test func `our own name that leads nowhere is not a reader`() throws {
    try link("dev/deadwax-nfc", to: "ttyUSB0")
    #expect(found == [])
  }

  @Test func `other devices, and lines on no USB device, are left alone`() throws {
    try plugIn("1-1", "046d", "0825")
    try plugIn("1-2", "2341", "0043", device: 5)
    try addLine("ttyACM0", on: "1-2")
    try makeFolder("sys/devices/platform/serial8250/tty/ttyUSB7")
    try link("sys/class/tty/ttyUSB7", to: "../../devices/platform/serial8250/tty/ttyUSB7")
    try folder.write("", to: "dev/ttyUSB7")
    try folder.write("", to: "dev/ttyS0")
    #expect(found == [])
  }

  @Test(arguments: ["", "zzzz", "123456", "04cc 2533"])
  func `attributes that are not numbers are skipped`(vendor: String) throws {
    try plugIn("1-1", vendor, "2533")
    try plugIn("1-2", "04cc", "2533", device: 7)
    #expect(found.map(\.name.text) == (vendor == "04cc 2533" ? ["pn53x_usb:001:004"] : []) + ["pn53x_usb:001:007"])
  }
}
