internal import CommandLineArguments
internal import Configuration
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Intake
internal import Log
internal import OfflineStation
internal import OfflineStore
internal import Readers
internal import Secrets
internal import Sounds
internal import Threads

/// A running station, from its start to its end.
struct StationRun {
  private let invocation: Invocation
  private let station: Station.Name
  private let folder: StationFolder
  private let journal: OfflineJournal
  private let plans: [ReaderConfiguration]
  private let cancellation = HTTPClientCancellation()
  private let link: Locked<StationLink>

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    guard let text = invocation.text("name") else {
      throw Failure(.usage, "No name is given.", advice: "Name the station with --name, for example --name door.")
    }
    guard let station = Station.Name(text) else {
      throw Failure(.usage, "--name must be 1 to 40 lower-case letters, digits or hyphens.")
    }
    guard let data = invocation.text("data", variable: "STATE_DIRECTORY") else {
      throw Failure(
        .usage, "No folder is given.", advice: "Give one with --data: scans that wait for the hub are stored there.")
    }
    plans = try Self.plans(invocation, station)
    link = Locked(try StationLink(invocation, station: station, cancellation: cancellation))
    self.station = station
    do throws(OfflineStoreError) {
      folder = try StationFolder(Self.absolute(data))
      journal = try OfflineJournal(folder, station: station)
    } catch {
      let isTaken = if case .inUse = error { true } else { false }
      throw Failure(isTaken ? .conflict : .configuration, "\(error)")
    }
  }

  func run() throws(Failure) -> ExitCode {
    let stop = StopRequest()
    let logger = Logger.standardError(part: "station")
    let voice = StationOutput(
      isJSON: invocation.isJSON, speaker: try speaker(logger), printLine: { StandardOutput.line($0) })
    for sentence in journal.mended { voice.note(sentence) }
    let memory = StationMemory(journal: journal, replica: replica(voice))
    let watch = StationWatch(
      memory: memory, folder: folder, station: station, voice: voice, link: { [link] in link.withLock { $0 } },
      renew: renewal(voice))
    let presence = Presence()
    let scans = ScanQueue(
      memory: memory, link: { [link] in link.withLock { $0 } }, voice: voice, wake: { watch.wake() },
      notKept: { scan in if let object = scan.object { presence.retract(object, at: scan.reader) } })
    // Departures and tag jobs concern only the hub's own readers.
    let intake = ReadingIntake(station: station, presence: presence) { report, _ in
      if case .scan(let scan) = report { scans.take(scan) }
    }
    if journal.count > 0 {
      voice.note("\(journal.count) \(journal.count == 1 ? "scan waits" : "scans wait") for the hub.")
    }
    scans.start()
    watch.start()
    let readers = plans.map { plan in
      ReaderSupervisor(
        configuration: plan, logger: logger, onMessage: { intake.take($0, from: plan.name) }, onStatus: { _ in })
    }
    for reader in readers { reader.start() }
    voice.note("The station \(station) runs with \(plans.isEmpty ? "no reader" : names).")
    stop.wait()
    let endings = readers.map { reader in DedicatedThread("reader end") { reader.stop() } }
    for ending in endings { ending.join() }
    // Scans that are already read are reported before the end.
    scans.stop()
    watch.stop { [cancellation] in cancellation.cancel() }
    voice.stop()
    return .done
  }

  private var names: String { plans.map(\.name).joined(separator: ", ") }

  private func replica(_ voice: StationOutput) -> (Replica, key: [UInt8])? {
    switch ReplicaFile.load(folder, station: station) {
    case .replica(let replica):
      guard let key = link.withLock({ $0.secret }).flatMap({ KeySeal.open(replica.meta.sealedKey, with: $0) }) else {
        voice.note("The replica belongs to another token. It is not used until the hub responds.")
        return nil
      }
      return (replica, key)
    case .none: return nil
    case .broken(let sentence):
      voice.note(sentence)
      return nil
    }
  }

  /// Returns a function that reads the token file again, because staff may have replaced the token.
  private func renewal(_ voice: StationOutput) -> @Sendable () -> Void {
    { [invocation, station, cancellation, link] in
      if let new = try? StationLink(invocation, station: station, cancellation: cancellation) {
        link.withLock { $0 = new }
      }
    }
  }

  private func speaker(_ logger: Logger) throws(Failure) -> Speaker? {
    switch invocation.text("speaker") ?? "none" {
    case "none": return nil
    case "auto":
      guard let player = Speaker.standardPlayer() else {
        throw Failure(.configuration, "aplay is not installed.", advice: "Install alsa-utils, or give another player.")
      }
      return Speaker(player: player, logger: logger)
    case let program: return Speaker(player: Speaker.player(Self.absolute(program)), logger: logger)
    }
  }

  private static func plans(_ invocation: Invocation, _ station: Station.Name) throws(Failure) -> [ReaderConfiguration]
  {
    let words = (invocation.text("camera") ?? "auto").split(separator: ",").map(String.init)
    var cameras: [ReaderPlan.Camera] = []
    for word in words where words != ["none"] {
      guard let camera = ReaderPlan.Camera(word, absolute: absolute) else {
        throw Failure(.usage, "--camera must be \(ReaderPlan.Camera.choices).")
      }
      cameras.append(camera)
    }
    var plan = ReaderPlan(
      cameras: cameras, cameraUse: ReaderPlan.CameraUse(formats: invocation.text("formats")),
      nfc: ReaderPlan.NFC(invocation.text("nfc") ?? "auto"),
      // An offline station writes no tags.
      tagAddresses: [], scanner: ReaderPlan.Scanner(invocation.text("scanner") ?? "auto"),
      scannerUse: ReaderPlan.ScannerUse(layout: invocation.text("scanner-layout")), further: [])
    if let file = invocation.text("readers") { plan.further = try furtherReaders(in: file, station, besides: plan) }
    let program: String?
    if let folder = invocation.text("programs") {
      program = absolute(folder) + "/deadwax-reader"
    } else {
      program = Programs.path(of: "deadwax-reader")
    }
    guard let program, FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure(
        .unavailable, "The program deadwax-reader is not \(program.map { "at \($0)" } ?? "beside this one").",
        advice: "It belongs to the same package: reinstall or rebuild the package.")
    }
    return plan.configurations(program: program, station: station.text)
  }

  /// Returns the readers of a file, all of which belong to this station.
  private static func furtherReaders(
    in file: String, _ station: Station.Name, besides plan: ReaderPlan
  ) throws(Failure) -> [OpenReader] {
    let readers: [OpenReader]
    do throws(ConfigurationError) {
      let table = KeyTable([], groups: [ReaderSections.group])
      let configuration = try Configuration(
        table, arguments: ParsedArguments(options: table.options), environment: ["DEADWAX_CONFIG": absolute(file)],
        standardFile: nil)
      readers = try ReaderSections.readers(in: configuration, besides: plan)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
    if let other = readers.first(where: { $0.station != nil && $0.station != station.text }) {
      throw Failure(.configuration, "[reader \(other.name)] belongs to another station than \(station).")
    }
    return readers
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
      .standardizedFileURL.path
  }
}
