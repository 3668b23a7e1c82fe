import Archives
import Deadwax
import Foundation
import Moving
import Storage
import TestSupport
import Testing

/// Property lists, XML and binary, which are merged as any library is, and documents that are damaged or hostile.
@Suite(.timeLimit(.minutes(10))) struct PropertyListTests {
  private static let id = "0193489a-7c20-7e0b-a1c3-5d9e8f274b01"

  private func file(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  private func titles(_ library: ArchivedLibrary) throws -> [String] {
    try library.database.read { reading in
      try reading.all("SELECT title || (favourite_at IS NOT NULL) FROM release ORDER BY title") { try $0.text(0) }
    }
  }

  /// The recent releases, each with the number of its uses.
  private func recents(_ library: ArchivedLibrary) throws -> [String] {
    try library.database.read { reading in try reading.recents().map { "\($0.release.title)\($0.count)" } }
  }

  private func refuse(_ bytes: [UInt8], _ words: [String], _ comment: Comment? = nil) throws {
    let library = try ArchivedLibrary()
    let view = try library.merged(bytes)
    let fault = view.fault ?? ""
    #expect(view.phase == .damaged && words.allSatisfy(fault.contains), "\(fault) \(comment ?? "")")
    try library.merges.remove(view.id)
    #expect(try titles(library).isEmpty && library.strangers().isEmpty)
  }

  private static func xml(_ body: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      \(body)
      </plist>
      """.utf8)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a property list with tables is merged like a document, and twice changes nothing`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let library = try ArchivedLibrary()
    let bytes = try file(
      [
        "release": [["id": Self.id, "artist": "Trio & Co", "title": "Blüe <1>", "year": 1957]],
        "crate": [["name": "Late"]],
      ],
      format)
    let done = try library.take(bytes)
    #expect(done.kind == .propertyList && done.origin == nil && done.phase == .applied, "\(done)")
    #expect(try titles(library) == ["Blüe <1>0"])
    let again = try library.take(bytes)
    #expect(again.phase == .ready && Set(again.counts.keys) == [.same], "\(again.counts)")
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `favourites mark the cached objects of a program, twice as once, and the rest is named`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let library = try ArchivedLibrary()
    let cache = try JSONSerialization.data(withJSONObject: [
      ["id": "s1", "name": "One", "artist": "Trio", "bitrate": 128], ["id": "s2", "name": "Two", "artist": "Trio"],
    ])
    let bytes = try file(
      [
        "RadioFavorites": ["s2", "s2", "s9"], "RadioRecent": ["s2", "s7", "s1", "s2"], "RadioStationsCache": cache,
        "RadioVolume": 3,
      ], format)
    let done = try library.take(bytes)
    #expect(done.origin == "property list" && done.counts == [.add: 2], "\(done)")
    #expect(
      done.leftOut == ["RadioStationsCache.bitrate", "RadioVolume", "favourite s9", "recent s7"], "\(done.leftOut)")
    #expect(try titles(library) == ["One0", "Two1"])
    #expect(try recents(library) == ["Two1", "One1"] && done.recents == 2)
    let again = try library.take(bytes)
    #expect(again.phase == .ready && Set(again.counts.keys) == [.same], "\(again.counts)")
    #expect(try recents(library) == ["Two1", "One1"], "neither moved nor counted again")
  }

  @Test(arguments: DeviceStoreKind.allCases)
  func `a merge counts what a program remembers about devices, adds it once, and what is here stays`(
    _ kind: DeviceStoreKind
  ) throws {
    let library = try ArchivedLibrary(devices: kind)
    try library.devices.remember(try #require(DeviceSetting(device: "kitchen", name: "volume", value: "3")))
    let bytes = try file(
      [
        "RadioFavorites": ["s1"], "RadioStationsCache": [["id": "s1", "name": "One", "artist": "Trio"]],
        "RadioDeviceSettings": [
          "kitchen": ["volume": 9, "autoplay": true, "history": [1]], "AA:BB": ["gain": 1.5, "name": "Car 🚗"],
        ],
      ], .binary)
    let done = try library.take(bytes)
    #expect(done.phase == .applied && done.change != nil, "\(done)")
    let notes = try #require(done.notes)
    #expect(notes.favourites == 1 && notes.cachedObjects == 1, "\(notes)")
    #expect(notes.deviceSettings == 4 && notes.newDeviceSettings == 3, "\(notes)")
    #expect(done.leftOut == ["RadioDeviceSettings.kitchen.history"], "\(done.leftOut)")
    let settings = try library.devices.all()
    #expect(
      settings.map { "\($0.device) \($0.name)=\($0.value)" } == [
        "AA:BB gain=1.5", "AA:BB name=Car 🚗", "kitchen autoplay=true", "kitchen volume=3",
      ], "\(settings)")
    let again = try library.take(bytes)
    #expect(again.phase == .ready && again.notes?.newDeviceSettings == 0, "\(again)")
    // New settings alone are applied too, without a change of the records.
    let more = try library.take(try file(["RadioDeviceSettings": [["id": "loft", "volume": 1]]], .xml))
    #expect(more.phase == .applied && more.change == nil, "\(more)")
    #expect(try library.devices.all().count == 5)
    try library.restart()
    #expect(try library.devices.all().count == 5)
  }

  @Test func `the property lists of a ZIP file are merged together, whatever their order`() throws {
    let cache = try file(["RadioStationsCache": [["id": "s1", "name": "One"], ["id": "s2", "name": "Two"]]], .xml)
    let more = try file(["RadioFavorites": ["s2"], "RadioStationsCache": [["id": "s3", "name": "Three"]]], .binary)
    let favourites = try file(["RadioFavorites": ["s3"]], .binary)
    var titles: [[String]] = []
    for names in [["a.plist", "b.plist", "c.plist"], ["z", "y", "x"]] {
      let library = try ArchivedLibrary()
      let done = try library.take(
        try zip([
          (names[0], cache), (names[1], more), ("p/\(names[2])", favourites), ("readme.txt", Array("hello".utf8)),
        ]))
      #expect(done.kind == .propertyList && done.counts == [.add: 3] && done.notes?.favourites == 2, "\(done)")
      titles.append(try self.titles(library))
    }
    #expect(titles == [["One0", "Three1", "Two1"], ["One0", "Three1", "Two1"]])
    try refuse(
      try zip([("good.plist", cache), ("bad.plist", Array(more.prefix(40)))]), ["bad.plist", "damaged"])
    try refuse(
      try zip([("a", cache), ("b", try file(["RadioStationsCache": 3], .xml))]),
      ["b, RadioStationsCache", "something else"])
  }

  private func zip(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += $0 }
    for (name, content) in entries { try writer.add(name, content) }
    try writer.finish()
    return bytes
  }

  @Test func `damaged settings of devices are refused with their place`() throws {
    for (value, words) in [
      (["kitchen": 3], ["kitchen", "dictionary"]), ([["volume": 3]], ["row 1", "id"]), (7, ["dictionary of devices"]),
      (["k": ["name": String(repeating: "x", count: 4001)]], ["device 'k'", "too long"]),
      (["": ["name": "x"]], ["empty"]), (["k\n": ["name": "x"]], ["too long, empty or no text"]),
    ] as [(Any, [String])] { try refuse(try file(["RadioDeviceSettings": value], .xml), words) }
  }

  @Test func `the notes of a program as JSON come behind what is recent here, and the oldest have no room`() throws {
    let library = try ArchivedLibrary()
    try library.database.write { transaction in
      try transaction.set("lists.recents", to: "50")
      for number in 1...48 {
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: "Here \(number)", artist: "Trio")
        try transaction.insert(release)
        try transaction.noteRecent(release.id, most: 50)
      }
    }
    let document: [String: Any] = [
      "PlayerRecents": [3, 1, 2],
      "PlayerCache": (1...3).map { ["id": $0, "title": "There \($0)", "artist": "Quartet"] as [String: Any] },
    ]
    let done = try library.take([UInt8](try JSONSerialization.data(withJSONObject: document)))
    #expect(done.kind == .json && done.origin == "property list" && done.recents == 3, "\(done)")
    let listed = try recents(library)
    #expect(listed.count == 50 && Array(listed.suffix(2)) == ["There 31", "There 11"], "\(listed.suffix(3))")
  }

  @Test func `a damaged property list in XML is refused with its line and character`() throws {
    let cases: [(String, [String])] = [
      ("<dict><key>release</key><array><dict>", ["A key must be here", "line 5"]),
      ("<dict><key>a</key><text>x</text></dict>", ["line 4", "'text' is unknown"]),
      ("<dict><key>a</key><integer>9223372036854775808</integer></dict>", ["line 4", "no whole number"]),
      ("<dict><key>a</key><date>soon</date></dict>", ["no time"]),
      ("<dict><key>a</key><data>*</data></dict>", ["base64"]),
      ("<dict><key>a</key><true/><key>a</key><true/></dict>", ["'a' is there twice"]),
      ("<dict><key>a</key><string>&lol;</string></dict>", ["'lol' is unknown"]),
      ("<dict><key>release</key><string>x</string></dict>", ["release", "list of rows"]),
      ("<dict><key>release</key><array><string>x</string></array></dict>", ["release, row 1", "dictionary"]),
      (
        "<dict><key>release</key><array><dict><key>title</key><real>1.5</real></dict></array></dict>",
        ["row 1", "'title'"]
      ),
      ("<dict><key>birds</key><array><dict/></array></dict>", ["no table 'birds'"]),
      ("<array/>", ["dictionary at its top"]),
      ("<dict/><dict/>", ["more than one value"]),
      (String(repeating: "<array>", count: 1_000_000), ["in each other more than 64 times"]),
      (String(repeating: "<!-- -->", count: 100_000), ["unknown"]),
    ]
    for (body, words) in cases { try refuse(Self.xml(body), words, "\(body.prefix(60))") }
    try refuse(Self.xml("<dict/>") + [0], ["NUL"])
    try refuse(
      Array("<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>".utf8),
      ["entities"])
    let broken = Self.xml("<dict><key>#</key></dict>").flatMap { $0 == 0x23 ? [0x23, 0xFF] : [$0] }
    try refuse(broken, ["UTF-8"])
  }

  @Test func `a damaged or hostile binary property list is refused, whatever byte is wrong`() throws {
    let whole = try file(["release": [["artist": "Trio", "title": "Blue"]]], .binary)
    try refuse(Array(whole.prefix(8)), ["end of the binary property list"])
    try refuse(Array(whole.dropLast()), ["table"], "without its last byte")
    try refuse(Array("bplist16".utf8) + whole.dropFirst(8), ["version"])
    // A list that is in itself, and one of lists of lists, each of which refers to the next one many times.
    func forged(_ objects: [[UInt8]]) -> [UInt8] {
      var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
      for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        bytes += object
      }
      let table = bytes.count
      bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
      for number in [objects.count, 0, table] { bytes += (0..<8).reversed().map { UInt8(number >> ($0 * 8) & 255) } }
      return bytes
    }
    try refuse(forged([[0xA1, 0]]), ["object 0", "forever"])
    let bomb = (1..<40).map {
      [UInt8](repeating: UInt8($0), count: 11).enumerated().map { $0.offset == 0 ? 0xAA : $0.element }
    }
    try refuse(forged(bomb + [[0x08]]), ["more than 1000000 values"])
    // A flipped byte is refused or gives other values. It never ends the program, and never takes long.
    let library = try ArchivedLibrary()
    for position in whole.indices {
      var flipped = whole
      flipped[position] ^= 1 << UInt8(position % 8)
      guard let view = try? library.merged(flipped, isDry: true) else { continue }
      #expect([.ready, .damaged].contains(view.phase), "byte \(position)")
      try library.merges.remove(view.id)
    }
  }

  @Test func `a hostile document in JSON is refused with its fault`() throws {
    try refuse(Array(String(repeating: #"{"release":["#, count: 1_000_000).utf8), ["document must be"], "deep")
    try refuse(Array(#"{"release":"#.utf8) + [UInt8](repeating: 0x5B, count: 1_000_000), ["document must be"], "deep")
    try refuse(Array(#"{"release":[{"title":""#.utf8) + [0xFF] + Array(#""}]}"#.utf8), ["document must be"], "no UTF-8")
    try refuse(Array(#"{"release":[{"title":"Bl"#.utf8), ["document must be"], "truncated")
    try refuse(Array(#"{"release":[{"title":{"a":1}}]}"#.utf8), ["release", "row 1", "title"], "a wrong type")
    try refuse(
      Array(#"{"release":[{"artist":"T","title":"a"#.utf8) + [0] + Array(#""}]}"#.utf8), ["document must be"], "NUL")
  }

  @Test func `a file of an unknown form is refused with its first bytes, and a table with a hint`() throws {
    let library = try ArchivedLibrary()
    for (bytes, seen) in [
      (Array("number,title\n".utf8), "6e 75"), ([0x89, 0x50, 0x4E, 0x47], "89 50"), ([0xFF, 0xFE, 0x7B, 0], "ff fe"),
    ] as [([UInt8], String)] {
      #expect {
        try library.merged(bytes)
      } throws: {
        guard case .unknownFile(let text)? = $0 as? MovingError else { return false }
        return text.hasPrefix(seen) && "\($0)".contains("CSV")
      }
    }
    #expect(throws: MovingError.emptyFile) { try library.merged([]) }
  }
}
