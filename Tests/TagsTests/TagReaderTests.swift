import Deadwax
import NDEF
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of the real libnfc with a simulated chip on a pseudo-terminal.
@Suite(.timeLimit(.minutes(10)))
struct TagReaderTests {
  static let uid = "04A1B2C3D4E5F6"
  static let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)

  static func tag(_ make: Type2Make = .ntag213, uid: String = uid, carrying message: [UInt8]? = nil) throws
    -> Type2Card
  {
    let card = Type2Card(make, uid: try #require(TagID(uid)))
    return message.map(card.carrying) ?? card
  }

  @Test func `a tag arrives with its number, kind, message and code, and leaves`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    try await watcher.state(.ready)
    let before = Timestamp.now()
    let message = PseudoBarcode.message(for: Self.code)
    chip.place(try Self.tag(carrying: message))
    let sight = try await watcher.arrival()
    #expect(sight.uid.description == Self.uid)
    #expect(sight.kind == "NTAG213")
    #expect(sight.ndef == message)
    #expect(sight.code == Self.code)
    #expect(sight.fault == nil)
    #expect(sight.at >= before && sight.at <= .now())
    chip.remove(sight.uid)
    #expect(try await watcher.departure() == sight)
    #expect(watcher.states.prefix(2).map(\.kind) == [.opening, .ready])
  }

  /// A plain Ultralight stops responding after each command that it does not support, and must be selected again.
  @Test(arguments: [(Type2Make.ultralight, 5), (.ntag213, 8)])
  func `a tap needs few commands`(make: Type2Make, limit: Int) async throws {
    let chip = try VirtualChip()
    let isSmall = make == .ultralight
    let message = isSmall ? PseudoBarcode.addressOnly(for: Self.code) : PseudoBarcode.message(for: Self.code)
    chip.place(try Self.tag(make, carrying: message))
    // The tag is there before the first poll, and the next poll is far away: all commands are those of the tap.
    let watcher = try Watcher(chip, pollPause: .seconds(100))
    let sight = try await watcher.arrival()
    #expect(sight.code == Self.code)
    let statistics = chip.statistics
    print("\(make): \(statistics.commandsOnAir) on air, of the chip \(statistics.commands)")
    #expect(statistics.commandsOnAir.values.reduce(0, +) <= limit, "\(statistics.commandsOnAir)")
    #expect(statistics.commands["InListPassiveTarget"] ?? 0 <= 2, "\(statistics.commands)")
  }

  @Test func `a resting tag arrives once`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, pollPause: .milliseconds(1))
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    let sight = try await watcher.arrival()
    let reads = chip.statistics.commandsOnAir
    try await chip.polls(600)
    #expect(watcher.arrivals == [sight])
    #expect(watcher.departures == [])
    // It is only selected by its UID, and not read again.
    #expect(chip.statistics.commandsOnAir == reads)
  }

  @Test func `taken away and laid down again it arrives twice`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    let first = try await watcher.arrival()
    let card = try #require(chip.remove(first.uid))
    try await watcher.departure()
    chip.place(card)
    let second = try await watcher.arrival(2)
    #expect(first.id != second.id)
    #expect(first.code == second.code)
    chip.remove(second.uid)
    #expect(try await watcher.departure(2).id == second.id)
  }

  /// A poll that misses a tag selects it three times by its UID, then searches three times for new tags. The third
  /// search is preceded by switching the field off and on.
  @Test(arguments: [3, 6, 9, 12, 15])
  func `held at the edge of the field for two polls, it has not left`(calls: Int) async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    let sight = try await watcher.arrival()
    // Between two polls or within one: the number of calls to come depends on the rest of the current poll.
    chip.weaken(sight.uid, calls: calls)
    try await chip.polls(30)
    #expect(watcher.arrivals == [sight])
    #expect(watcher.departures == [])
    chip.weaken(sight.uid, calls: 60)
    #expect(try await watcher.departure() == sight)
    #expect(try await watcher.arrival(2).code == sight.code)
  }

  @Test func `a tag that its number does not wake still rests`() async throws {
    let chip = try VirtualChip()
    chip.setCallsHaltedByNumber(false)
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    let sight = try await watcher.arrival()
    try await chip.polls(200)
    #expect(watcher.arrivals == [sight])
    #expect(watcher.departures == [])
    chip.remove(sight.uid)
    #expect(try await watcher.departure() == sight)
  }

  @Test func `two tags are distinguished, and leave one by one`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    let other = OwnCode(.slot, number: 7)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    try await watcher.arrival()
    chip.place(try Self.tag(.ntag215, uid: "04000000000001", carrying: PseudoBarcode.message(for: other)))
    let second = try await watcher.arrival(2)
    #expect(second.code == other)
    #expect(second.kind == "NTAG215")
    try await chip.polls(50)
    #expect(watcher.arrivals.count == 2)
    #expect(watcher.departures == [])
    chip.remove(try #require(TagID(Self.uid)))
    #expect(try await watcher.departure().code == Self.code)
    try await chip.polls(50)
    #expect(watcher.departures.count == 1)
    chip.remove(second.uid)
    #expect(try await watcher.departure(2) == second)
  }

  /// It has a new UID whenever the field comes on, and the closer check of a missing tag switches the field off and on.
  @Test func `a phone is one arrival, whatever number it calls itself by`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag())
    try await watcher.arrival()
    chip.place(SmartCard.phone(seed: 7))
    let phone = try await watcher.arrival(2)
    #expect(phone.uid.isRandom)
    chip.remove(try #require(TagID(Self.uid)))
    try await watcher.departure()
    try await chip.polls(200)
    #expect(watcher.arrivals.count == 2)
    #expect(watcher.departures.count == 1)
    for card in chip.cards { chip.remove(card.uid) }
    // It leaves under the UID with which it arrived.
    #expect(try await watcher.departure(2) == phone)
    try await chip.polls(50)
    #expect(watcher.arrivals.count == 2)
  }

  @Test func `four tags laid down at once all arrive`() async throws {
    let chip = try VirtualChip()
    for number in 1...3 { chip.place(try Self.tag(uid: "0400000000000\(number)")) }
    chip.place(PlainCard(uid: try #require(TagID("DEADBEEF")), atqa: 0x0004, sak: 0x08))
    let watcher = try Watcher(chip)
    try await watcher.arrival(4)
    try await chip.polls(40)
    #expect(Set(watcher.arrivals.map(\.uid)).count == 4)
    #expect(watcher.arrivals.count == 4)
    #expect(watcher.departures == [])
  }

  @Test func `a tag that rests is not reported again when the reader stops for a while`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    try await watcher.arrival()
    chip.setSilent(true)
    let stalled = try await watcher.state(.stalled)
    #expect(stalled.reason != nil && stalled.hint != nil)
    let count = watcher.events.count
    chip.setSilent(false)
    try await watcher.state(.ready, after: count)
    try await chip.polls(20)
    #expect(watcher.arrivals.count == 1)
    #expect(watcher.departures == [])
  }

  @Test func `unplugged it is absent, plugged in again it is ready`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let watcher = try Watcher(chip)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    try await watcher.arrival()
    for _ in 1...3 {
      let count = watcher.events.count
      chip.unplug()
      let absent = try await watcher.state(.absent, after: count)
      #expect(absent.reason?.contains(folder.path("tty")) == true)
      #expect(absent.hint != nil)
      try chip.plug()
      try await watcher.state(.ready, after: count)
    }
    // The tag was there all the time.
    try await chip.polls(20)
    #expect(watcher.arrivals.count == 1)
  }

  @Test func `a reader that is connected later is found, by name or automatically`() async throws {
    let folder = try TemporaryFolder()
    let link = folder.path("tty")
    let name = try DeviceName.serial(link)
    let named = Watcher(.named(name))
    #expect(try await named.state(.absent).reason?.contains(link) == true)
    let automatic = Watcher(.automatic) { [TagDevice(name: name, reason: "made up")] }
    try await automatic.state(.absent)
    let nothing = Watcher(.automatic)
    #expect(try await nothing.state(.absent).hint != nil)
    automatic.end()
    let chip = try VirtualChip(link: link)
    try await named.state(.ready)
    named.end()
    #expect(chip.statistics.last?.name == "PowerDown")
  }

  @Test func `a USB reader that is not plugged in is absent`() async throws {
    let watcher = Watcher(.named(try DeviceName("pn53x_usb:999:999")))
    #expect(try await watcher.state(.absent).reason?.contains("pn53x_usb:999:999") == true)
  }

  @Test func `a reader without a chip behind it is stalled, and tried again`() async throws {
    let chip = try VirtualChip()
    chip.setSilent(true)
    let watcher = try Watcher(chip)
    let state = try await watcher.state(.stalled)
    #expect(state.reason?.contains("does not respond") == true)
    chip.setSilent(false)
    try await watcher.state(.ready)
  }

  @Test func `a line that another program holds is not touched`() async throws {
    let chip = try VirtualChip()
    let path = try #require(chip.path)
    // flock(1) of util-linux, which every Debian has.
    let holder = try ChildProgram(path: "/usr/bin/flock", ["--nonblock", path, "sh", "-c", "echo held; read -r line"])
    try await holder.line { $0 == "held" }
    let watcher = try Watcher(chip)
    let state = try await watcher.state(.failed)
    #expect(state.reason?.contains("\(path) is in use by ") == true)
    #expect(state.reason?.contains("(process \(holder.processID))") == true, "\(state)")
    #expect(chip.statistics.lostBytes == 0 && chip.statistics.total == 0)
    try holder.write("\n")
    try await watcher.state(.ready)
  }

  @Test func `two readers on one line do not disturb each other`() async throws {
    let chip = try VirtualChip()
    let first = try Watcher(chip)
    try await first.state(.ready)
    let second = try Watcher(chip)
    try await second.state(.failed)
    chip.place(try Self.tag(carrying: PseudoBarcode.message(for: Self.code)))
    try await first.arrival()
    #expect(first.states.prefix(2).map(\.kind) == [.opening, .ready])
    first.end()
    try await second.state(.ready)
  }

  @Test func `a device that is not a serial line is refused`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("text", to: "file")
    let watcher = Watcher(.named(try DeviceName.serial(file)))
    #expect(try await watcher.state(.failed).reason == "\(file) is not a serial line.")
  }

  @Test func `of several readers the first that answers is taken`() async throws {
    let folder = try TemporaryFolder()
    let mute = try VirtualChip()
    mute.setSilent(true)
    let chip = try VirtualChip()
    let names = try [folder.path("missing"), mute.path ?? "", chip.path ?? ""].map { try DeviceName.serial($0) }
    let watcher = Watcher(.automatic) { names.map { TagDevice(name: $0, reason: "made up") } }
    let state = try await watcher.state(.ready)
    #expect(state.reason?.contains(names[2].text) == true)
  }
}
