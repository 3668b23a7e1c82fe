internal import Housekeeping
package import Lights
package import Moving
package import NDEF
package import Readers

/// The operator's configuration of a hub, which is set before it starts.
package struct HubConfiguration: Sendable {
  /// The folder of the database and the hub's other files; created if it does not exist.
  package var dataFolder: String
  /// The folder of the backups; nil for `backups` in the data folder.
  package var backupFolder: String?
  package var address: String
  /// The port; 0 for any free one.
  package var port: Int
  /// Further host names for the hub, in addition to those of the loopback interface.
  package var hosts: [String]
  /// The files of the certificate; nil for plain HTTP.
  package var tls: TLSFiles?
  /// The reverse proxies whose statements about their clients are believed.
  package var proxies: [String] = []
  /// The folder of the web pages.
  package var pages: String
  /// The folder of the fonts of the pages.
  package var fonts = PageFonts.standardFolder
  /// The folder of the time zone database.
  package var zoneInfo = ZoneFiles.standardFolder
  /// The OpenAPI file.
  package var openAPI: String
  /// The folder of the other programs of Deadwax.
  package var programs: String
  /// A folder with a demonstration library, which is imported if the database is empty; nil for none.
  package var demo: String?
  /// The cameras, in the order of their names: the first is `camera`.
  package var cameras: [Camera]
  /// The options for cameras that are real devices.
  package var cameraUse: CameraUse
  package var nfc: NFC
  package var scanner: Scanner
  package var scannerUse: ScannerUse
  /// The readers with a section of their own.
  package var furtherReaders: [OpenReader] = []
  /// The lights at the shelves.
  package var lights: [LightStrip] = []
  /// The address of the program that simulates hardware, for example `http://127.0.0.1:1234`; nil for none.
  package var virtualHardware: String?
  package var discogs: Discogs
  package var musicBrainz = MusicBrainz()
  /// The address of Archive.org, which has the tracks and reviews of recordings of shows.
  package var concertArchive = archiveOrg
  /// The public address of Archive.org.
  package static let archiveOrg = "https://archive.org"
  package var labelUse: LabelUse
  /// True to open a database that lacks acknowledged changes, as after a restored backup.
  package var acceptsLoss: Bool
  /// True to print a set-up link although there is an administrator, for an owner without the token.
  package var wantsNewAdministrator = false
  /// The current day according to the operator, for a clock that is too far ahead to be trusted; nil if none was given.
  package var acceptedDay: String?
  /// The time for which the hub has to run before it expires, anonymises or sends anything by age.
  package var settlingTime = Duration.seconds(600)
  /// The web address that is written to tags.
  package var tagAddress = TagAddress.standard
  /// The store of what programs remember about devices.
  package var deviceStore = DeviceStoreKind.database
  /// True if a station may rebind the tag of one copy to another, after a confirmation.
  package var movesTags = true
  /// The programs for mails, receipts and sounds.
  package var noticeUse = NoticeUse()
  /// A program that resets a reader which has stopped working; nil for none.
  package var readerRescue: String?

  package init(
    dataFolder: String, address: String = "127.0.0.1", port: Int = 8740, hosts: [String] = [], pages: String,
    openAPI: String, programs: String, demo: String? = nil, cameras: [Camera] = [], nfc: NFC = .none,
    scanner: Scanner = .none, cameraUse: CameraUse = CameraUse(), scannerUse: ScannerUse = ScannerUse(),
    virtualHardware: String? = nil,
    discogs: Discogs = Discogs(), labelUse: LabelUse = LabelUse(), acceptsLoss: Bool = false
  ) {
    self.dataFolder = dataFolder
    self.address = address
    self.port = port
    self.hosts = hosts
    self.pages = pages
    self.openAPI = openAPI
    self.programs = programs
    self.demo = demo
    self.cameras = cameras
    self.cameraUse = cameraUse
    self.nfc = nfc
    self.scanner = scanner
    self.scannerUse = scannerUse
    self.virtualHardware = virtualHardware
    self.discogs = discogs
    self.labelUse = labelUse
    self.acceptsLoss = acceptsLoss
  }

  package typealias Camera = ReaderPlan.Camera
  package typealias CameraUse = ReaderPlan.CameraUse
  package typealias Scanner = ReaderPlan.Scanner
  package typealias ScannerUse = ReaderPlan.ScannerUse
  package typealias NFC = ReaderPlan.NFC

  /// The options for making and printing labels; nil selects the default of each.
  package struct LabelUse: Hashable, Sendable {
    /// A folder with layouts.
    package var layouts: String?
    /// The prefix of the library's own EAN-13 numbers.
    package var prefix: String?
    /// A program that prints the sheets.
    package var printCommand: String?
    /// The name of a printer in CUPS.
    package var printer: String?

    package init(
      layouts: String? = nil, prefix: String? = nil, printCommand: String? = nil, printer: String? = nil
    ) {
      self.layouts = layouts
      self.prefix = prefix
      self.printCommand = printCommand
      self.printer = printer
    }
  }

  package struct Discogs: Hashable, Sendable {
    package var baseURL: String
    /// A file with the personal access token, which only its owner can read.
    package var tokenFile: String?
    /// The token itself, from the environment; the file takes precedence.
    package var token: String?

    /// True if there is a token from the start of the hub, which takes precedence over one that people enter.
    package var hasToken: Bool { tokenFile != nil || token != nil }

    package init(baseURL: String = "https://api.discogs.com", tokenFile: String? = nil, token: String? = nil) {
      self.baseURL = baseURL
      self.tokenFile = tokenFile
      self.token = token
    }
  }

  /// The addresses of the second source.
  package struct MusicBrainz: Hashable, Sendable {
    package var baseURL: String
    package var archiveURL: String

    package init(
      baseURL: String = "https://musicbrainz.org", archiveURL: String = "https://coverartarchive.org"
    ) {
      self.baseURL = baseURL
      self.archiveURL = archiveURL
    }
  }

  /// True if the hub listens on every address of this machine.
  private var isOnAll: Bool { ["0.0.0.0", "::"].contains(address) }

  private var addressInAddress: String { address.contains(":") ? "[\(address)]" : address }

  /// The names of this machine, and the addresses on which the hub listens.
  var ownHosts: [String] {
    if isOnLoopback { return [] }
    return (isOnAll ? OwnAddresses.all() : [addressInAddress]) + OwnAddresses.names()
  }

  /// The host names and addresses for a browser, the best first; never empty.
  var shownHosts: [String] {
    guard isOnAll else { return [addressInAddress] }
    let hosts = OwnAddresses.all() + OwnAddresses.names().suffix(1)
    return hosts.isEmpty ? ["127.0.0.1"] : hosts
  }

  /// True if the hub can be reached from this machine only.
  package var isOnLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(address) }
}
