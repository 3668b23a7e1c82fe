import Tags
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DeviceNameTests {
  @Test(arguments: [
    ("pn532_uart:/dev/ttyUSB0", "pn532_uart", "/dev/ttyUSB0"),
    ("pn532_uart:/dev/ttyS0:9600", "pn532_uart", "/dev/ttyS0"),
    ("arygon:/dev/ttyUSB1:115200", "arygon", "/dev/ttyUSB1"), ("ACR122S:/dev/ttyUSB1", "ACR122S", "/dev/ttyUSB1"),
    ("pn53x_usb:001:004", "pn53x_usb", nil), ("acr122_usb", "acr122_usb", nil), ("usb", "usb", nil),
    ("pn532_i2c:/dev/i2c-1", "pn532_i2c", nil), ("pn532_spi:/dev/spidev0.0:500000", "pn532_spi", nil),
  ])
  func `libnfc's names are taken apart`(text: String, driver: String, path: String?) throws {
    let name = try DeviceName(text)
    #expect(name.driver == driver)
    #expect(name.path == path)
    #expect(name.description == text)
  }

  @Test(arguments: [
    ("pn532_uart:/dev/ttyUSB0", false), ("pn532_spi:/dev/spidev0.0:500000", true), ("pn532_i2c:/dev/i2c-1", true),
    ("acr122_usb:001:004", true), ("pn53x_usb:001:004", true), ("ACR122S:/dev/ttyUSB1", true),
  ])
  func `the expected limits of a reader are reported, except for recommended ones`(text: String, isSaid: Bool) throws {
    let name = try DeviceName(text)
    #expect((name.support != nil) == isSaid)
    #expect(name.support?.hasSuffix(".") ?? true)
    #expect((name.bus != nil) == (text.contains("_spi") || text.contains("_i2c")))
  }

  @Test func `a bus that is not there is absent`() async throws {
    for name in ["pn532_spi:/dev/spidev99.0", "pn532_i2c:/dev/i2c-99"] {
      let watcher = Watcher(.named(try DeviceName(name)))
      let state = try await watcher.state(.absent)
      #expect(state.reason?.contains("/dev/") == true)
    }
  }

  @Test(arguments: [
    "", ":", "pn532", "PN532_UART:/dev/ttyUSB0", "pn71xx", "pcsc:x", "pn532_uart", "pn532_uart:", "pn532_uart:/dev/a:",
    "pn532_uart:/dev/a:fast", "pn532_uart:/dev/a:921600", "pn532_uart:/dev/a:-1", "pn532_uart:/dev/a:9600:x",
    "pn532_uart:" + String(repeating: "a", count: 128), "usb:" + String(repeating: "a", count: 1024),
    "pn532_uart:/dev/\0a",
  ])
  func `names that libnfc would misread are refused`(text: String) {
    #expect(throws: TagDeviceError.self) { try DeviceName(text) }
  }

  @Test func `the longest path libnfc has room for is taken`() throws {
    let path = "/" + String(repeating: "a", count: 126)
    #expect(try DeviceName.serial(path).path == path)
  }
}
