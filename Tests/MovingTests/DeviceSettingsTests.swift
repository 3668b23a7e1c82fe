import Deadwax
import Foundation
import Moving
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// The settings of devices: the same promises of two stores, and the way from one to the other.
@Suite(.timeLimit(.minutes(5))) struct DeviceSettingsTests {
  private let library: ArchivedLibrary

  init() throws { library = try ArchivedLibrary() }

  private func settings(_ kind: DeviceStoreKind) -> DeviceSettings {
    DeviceSettings(database: library.database, folder: library.folder.path, kind: kind)
  }

  private func setting(_ device: String, _ name: String, _ value: String) throws -> DeviceSetting {
    try #require(DeviceSetting(device: device, name: name, value: value))
  }

  @Test(arguments: DeviceStoreKind.allCases)
  func `a store remembers the last value, lists in one order, and clears one device or all`(
    _ kind: DeviceStoreKind
  ) throws {
    let store = settings(kind)
    #expect(try store.all().isEmpty)
    try store.clear(nil)
    for (device, name, value) in [
      ("b", "volume", "1"), ("a", "volume", "2"), ("b", "volume", "3"), ("b", "e\u{301}", ""),
      ("b", "\u{E9}", "é 日本\n"),
    ] { try store.remember(try setting(device, name, value)) }
    let all = [
      try setting("a", "volume", "2"), try setting("b", "volume", "3"), try setting("b", "\u{E9}", "é 日本\n"),
    ]
    #expect(try store.all() == all)
    #expect(try settings(kind).all() == all, "another start")
    try store.clear("c")
    try store.clear("b")
    #expect(try store.all() == [all[0]])
    try store.clear(nil)
    #expect(try store.all().isEmpty && settings(kind.other).all().isEmpty)
  }

  @Test(arguments: DeviceStoreKind.allCases)
  func `settings move from one store to the other, twice as once, and a value that is there stays`(
    _ kind: DeviceStoreKind
  ) throws {
    let (old, new) = (settings(kind.other), settings(kind))
    for (device, name, value) in [("a", "volume", "1"), ("a", "gain", "2"), ("b", "volume", "3")] {
      try old.remember(try setting(device, name, value))
    }
    try new.remember(try setting("a", "volume", "9"))
    #expect(try new.moveFromOther() == DeviceSettings.Moved(moved: 2, kept: 1))
    #expect(try new.all().map(\.value) == ["2", "9", "3"] && old.all().isEmpty)
    #expect(try new.moveFromOther() == DeviceSettings.Moved(moved: 0, kept: 0))
    #expect(try new.all().count == 3)
  }

  @Test func `a damaged file is neither used nor replaced, and what a crash left beside it does no harm`() throws {
    let (store, path) = (settings(.file), library.folder.path("device-settings.json"))
    try store.remember(try setting("a", "volume", "1"))
    try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
    try store.remember(try setting("a", "volume", "2"))
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    for damaged in ["", "{", "[]", #"{"a":{"b":3}}"#, #"{"":{"b":"c"}}"#, #"{"a":{"b":"\u0000"}}"#] {
      try Data(damaged.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: MovingError.self, "\(damaged)") { try store.all() }
      #expect(throws: MovingError.self, "\(damaged)") { try store.remember(try setting("a", "b", "c")) }
      #expect(throws: MovingError.self, "\(damaged)") { try settings(.database).moveFromOther() }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == damaged)
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
    #expect(throws: MovingError.self) { try store.all() }
  }

  @Test(arguments: DeviceStoreKind.allCases)
  func `a store has room for a number of settings, and says so`(_ kind: DeviceStoreKind) throws {
    let store = settings(kind)
    for index in 0..<3 { try store.remember(try setting("device", "\(index)", "")) }
    let many = try (0..<DeviceSetting.countLimit).map { try setting("many", "\($0)", "x") }
    let rows = Dictionary(uniqueKeysWithValues: many.map { ($0.name, $0.value) })
    let full = try library.merged(
      [UInt8](try JSONSerialization.data(withJSONObject: ["XDeviceSettings": ["many": rows]])))
    // The library of the merge has the database as its store.
    #expect(full.phase == (kind == .database ? .failed : .applied), "\(full)")
    #expect(try store.all().count == 3)
  }

  @Test func `two threads at a time lose no setting of a file`() async throws {
    let store = settings(.file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask { try store.remember(try #require(DeviceSetting(device: "a", name: "\(index)", value: ""))) }
      }
      try await group.waitForAll()
    }
    #expect(try store.all().count == 20)
  }
}
