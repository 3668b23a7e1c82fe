internal import CommandLineArguments
package import Configuration
internal import Foundation
internal import Intake
internal import Lights
internal import Moving
internal import NDEF
internal import Readers

/// The configuration keys of a hub, and their conversion to its configuration.
package enum HubKeys {
  /// The keys for flags, environment variables and lines of the file, in the order of the help text.
  package static let table = KeyTable(
    [
      Key("data", section: "hub", .path, standard: "/var/lib/deadwax", help: "folder of the database"),
      Key(
        "backup-folder", section: "hub", .path,
        help: "folder of the backups, best on another disk; by default backups in the data folder"),
      Key(
        "restore", section: "hub",
        help: "restore this backup, or newest, and end: for a library that cannot be opened"),
      Key("listen", section: "hub", standard: "127.0.0.1:8740", help: "address and port; port 0 selects a free one"),
      Key("hosts", section: "hub", .list, help: "further host names that the hub accepts"),
      Key(
        "tls-certificate", section: "hub", .path, help: "file with the certificate for HTTPS and its issuers, in PEM"),
      Key("tls-key", section: "hub", .path, help: "file with the private key of the certificate, in PEM"),
      Key(
        "proxies", section: "hub", .list,
        help: "addresses of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed"),
      Key("www", section: "hub", .path, standard: "www", help: "folder of the pages"),
      Key(
        "fonts", section: "hub", .path, standard: PageFonts.standardFolder,
        help: "folder with the fonts of the pages, as installed by Debian's packages"),
      Key("docs", section: "hub", .path, standard: "docs", help: "folder with openapi.json"),
      Key("programs", section: "hub", .path, help: "folder of the other programs; by default beside this one"),
      Key("demo", section: "hub", .path, help: "folder of a demo library for an empty database"),
      Key(
        "new-administrator", section: "hub", .yesNo, standard: "no",
        help: "print a link that creates another administrator, if the token is lost"),
      Key(
        "accept-loss", section: "hub", .yesNo, standard: "no", help: "open a database that lost acknowledged changes"),
      Key(
        "tag-address", section: "hub", standard: "https://deadwax.example",
        help: "web address written to tags, for phones"),
      Key(
        "keep-tags", section: "hub", .yesNo, standard: "no",
        help: "stations never bind the tag of one record to another, not even after a confirmation"),
      Key(
        "device-settings", section: "hub", .choice(DeviceStoreKind.allCases.map(\.rawValue)),
        standard: DeviceStoreKind.database.rawValue,
        help: "store of what programs remember about devices: the database, or a file of this machine"),
      Key(
        "log", section: "hub", .choice(["error", "warning", "info", "debug"]), standard: "info",
        help: "lowest level that is logged"),
      Key(
        "camera", section: "readers", .list, standard: "auto",
        help:
          "none, auto, a device such as /dev/v4l/by-id/…, pictures:FOLDER (each once) or shown:FOLDER (its current.pgm)"
      ),
      Key("camera-size", section: "readers", help: "size of the frames, such as 1280x720; the reader has a default"),
      Key(
        "camera-profile", section: "readers", help: "name or file of a camera profile with focus and exposure, or none"),
      Key(
        "camera-mains", section: "readers", .choice(["50", "60"]), help: "mains frequency, against flicker"),
      Key(
        "formats", section: "readers",
        help: "symbologies to read, such as ean13,upca,qr,itf; by default those on records"
      ),
      Key("nfc", section: "readers", standard: "auto", help: "none, auto or a libnfc connection string"),
      Key(
        "scanner", section: "readers", standard: "auto", help: "none, auto, or a barcode scanner by its path or name"),
      Key("scanner-layout", section: "readers", help: "keyboard layout of the scanner: us, uk, de, fr, es, it"),
      Key(
        "scanner-pause", section: "readers", help: "pause that ends a code without Enter, such as 100ms; off for never"),
      Key("scanner-aim", section: "readers", help: "auto, always or never: codes begin with an AIM identifier"),
      Key("scanner-prefix", section: "readers", help: "prefix that the scanner sends before each code"),
      Key("scanner-suffix", section: "readers", help: "suffix that the scanner sends after each code, before Enter"),
      Key(
        "reader-rescue", section: "readers", .path,
        help: "program that power-cycles a stuck reader; called with its name and device"),
      Key("virtual-hardware", section: "readers", help: "address of deadwax-virtual, for the virtual hardware"),
      Key("label-layouts", section: "labels", .path, help: "folder of the label layouts; by default hardware/labels"),
      Key(
        "label-prefix", section: "labels", standard: "29",
        help: "prefix of the library's own EAN-13: 2 to 7 digits that begin with 20 to 29"),
      Key("print-command", section: "labels", .path, help: "program that prints labels; called with the path of a PDF"),
      Key("printer", section: "labels", help: "CUPS printer for labels, used with lp -d"),
      Key("station-label", section: "labels", help: "id of the layout for labels that stations request"),
      Key(
        "speaker", section: "counter", standard: "none",
        help:
          "sounds of stations on this machine: none, auto (aplay), or a program that reads a WAV file from its input"
      ),
      Key(
        "receipt-command", section: "counter", .path,
        help: "program that prints receipts; it reads text from standard input"),
      Key(
        "receipt-letters", section: "counter", .choice(["utf-8", "ascii"]), standard: "utf-8",
        help: "character set of the receipt printer"),
      Key(
        "mail-command", section: "counter", .path,
        help: "program that sends mail, like sendmail: called with the address, it reads the mail from standard input"),
      Key("mail-from", section: "counter", help: "sender address of notices"),
      Key(
        "text-command", section: "counter", .path,
        help:
          "program that sends text messages: called with the telephone number, it reads the text from standard input"),
      Key(
        "trust-clock", section: "counter", .yesNo, standard: "no",
        help: "do not mark due dates as doubtful while no time service has set the clock"),
      Key(
        "accept-clock", section: "counter",
        help: "today's date, such as 2026-11-22, if the clock is right although it is weeks after the last record"),
      Key("discogs-url", section: "look-up", standard: "https://api.discogs.com", help: "address of the Discogs API"),
      Key("discogs-token-file", section: "look-up", .path, help: "file with the personal access token"),
      Key("discogs-token", section: "look-up", help: "the personal access token; a file is safer", isSecret: true),
      Key(
        "musicbrainz-url", section: "look-up", standard: "https://musicbrainz.org",
        help: "address of MusicBrainz, without the path of its API"),
      Key(
        "cover-archive-url", section: "look-up", standard: "https://coverartarchive.org",
        help: "address of the Cover Art Archive"),
      Key(
        "concert-archive-url", section: "look-up", standard: HubConfiguration.archiveOrg,
        help: "address of Archive.org, for tracks and reviews of recordings of shows"),
    ], groups: [ReaderSections.group, LightSections.group])

  /// Converts the values of the keys to the configuration of the hub.
  ///
  /// - Throws: `HubError` for an invalid value that the type of its key does not reject.
  package static func hubConfiguration(_ words: Configuration) throws -> HubConfiguration {
    let (address, port) = try listen(words.text("listen") ?? "127.0.0.1:8740")
    var configuration = HubConfiguration(
      dataFolder: absolute(words.text("data") ?? "/var/lib/deadwax"), address: address, port: port,
      hosts: words.list("hosts"), pages: absolute(words.text("www") ?? "www"),
      openAPI: absolute(words.text("docs") ?? "docs") + "/openapi.json",
      programs: words.text("programs").map(absolute) ?? ownFolder, demo: words.text("demo").map(absolute),
      cameras: try cameras(words.list("camera")),
      cameraUse: HubConfiguration.CameraUse(
        size: words.text("camera-size"), profile: words.text("camera-profile"),
        mains: words.text("camera-mains"), formats: words.text("formats")),
      virtualHardware: words.text("virtual-hardware"),
      acceptsLoss: words.isOn("accept-loss"))
    if let base = words.text("tag-address") {
      guard let address = TagAddress(base: base) else {
        throw HubError(
          "--tag-address must be a web address of at most 64 characters, such as https://music.example.org; it is '\(base)'"
        )
      }
      configuration.tagAddress = address
    }
    configuration.fonts = absolute(words.text("fonts") ?? PageFonts.standardFolder)
    configuration.tls = try HubConfiguration.TLSFiles(
      certificate: words.text("tls-certificate").map(absolute), key: words.text("tls-key").map(absolute))
    configuration.proxies = words.list("proxies")
    configuration.readerRescue = words.text("reader-rescue").map(absolute)
    configuration.backupFolder = words.text("backup-folder").map(absolute)
    configuration.movesTags = !words.isOn("keep-tags")
    configuration.deviceStore = words.text("device-settings").flatMap { DeviceStoreKind(rawValue: $0) } ?? .database
    configuration.nfc = HubConfiguration.NFC(words.text("nfc") ?? "auto")
    configuration.scanner = HubConfiguration.Scanner(words.text("scanner") ?? "auto")
    configuration.scannerUse = HubConfiguration.ScannerUse(
      layout: words.text("scanner-layout"), pause: words.text("scanner-pause"), aim: words.text("scanner-aim"),
      prefix: words.text("scanner-prefix"), suffix: words.text("scanner-suffix"))
    configuration.furtherReaders = try ReaderSections.readers(
      in: words, besides: configuration.readerPlan(tagAddresses: []))
    configuration.lights = try LightSections.strips(
      in: words, kinds: try LightKind.all(in: LightKind.standardFolder()))
    configuration.labelUse = HubConfiguration.LabelUse(
      layouts: words.text("label-layouts").map(absolute), prefix: words.text("label-prefix"),
      printCommand: words.text("print-command").map(absolute), printer: words.text("printer"))
    configuration.noticeUse = notices(words)
    configuration.wantsNewAdministrator = words.isOn("new-administrator")
    configuration.acceptedDay = words.text("accept-clock")
    configuration.discogs = HubConfiguration.Discogs(
      baseURL: words.text("discogs-url") ?? "https://api.discogs.com",
      tokenFile: words.text("discogs-token-file").map(absolute), token: words.text("discogs-token"))
    configuration.concertArchive = words.text("concert-archive-url") ?? HubConfiguration.archiveOrg
    configuration.musicBrainz = HubConfiguration.MusicBrainz(
      baseURL: words.text("musicbrainz-url") ?? "https://musicbrainz.org",
      archiveURL: words.text("cover-archive-url") ?? "https://coverartarchive.org")
    return configuration
  }

  private static func notices(_ words: Configuration) -> HubConfiguration.NoticeUse {
    var use = HubConfiguration.NoticeUse()
    use.mailCommand = words.text("mail-command").map(absolute)
    use.textCommand = words.text("text-command").map(absolute)
    use.mailFrom = words.text("mail-from")
    use.receiptCommand = words.text("receipt-command").map(absolute)
    use.printsASCII = words.text("receipt-letters") == "ascii"
    use.stationLabel = words.text("station-label")
    use.trustsClock = words.isOn("trust-clock")
    switch words.text("speaker") ?? "none" {
    case "none": use.speaker = .none
    case "auto": use.speaker = .auto
    case let program: use.speaker = .program(absolute(program))
    }
    return use
  }

  private static func listen(_ text: String) throws -> (address: String, port: Int) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { throw HubError("--listen must be an address and a port, such as 127.0.0.1:8740; it is '\(text)'") }
    return (text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]")), port)
  }

  /// - Throws: `HubError` for an invalid word, or if `none` is not the only one.
  private static func cameras(_ words: [String]) throws -> [HubConfiguration.Camera] {
    if words == ["none"] { return [] }
    return try words.map { word in
      guard let camera = HubConfiguration.Camera(word, absolute: absolute) else {
        throw HubError("--camera must be \(HubConfiguration.Camera.choices); it is '\(word)'")
      }
      return camera
    }
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
      .standardizedFileURL.path
  }

  /// The folder of the running program.
  private static var ownFolder: String {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }
}
