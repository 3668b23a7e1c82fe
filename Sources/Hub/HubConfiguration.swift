package import NDEF
package import Readers

/// Everything that the operator decides about a hub before it starts.
package struct HubConfiguration: Sendable {
  /// Where the database and everything beside it lies; made if it is not there.
  package var dataFolder: String
  package var address: String
  /// 0 takes a free one.
  package var port: Int
  /// Names under which the hub may be asked for, beside those of loopback.
  package var hosts: [String]
  /// The folder of the desk's pages.
  package var pages: String
  /// The OpenAPI file.
  package var openAPI: String
  /// Where the other programs of Deadwax are.
  package var programs: String
  /// A folder with a demonstration library, taken in when the database is empty; nil for none.
  package var demo: String?
  /// In the order in which they are named: the first is `camera`.
  package var cameras: [Camera]
  /// How the cameras that are devices are used.
  package var cameraUse: CameraUse
  package var nfc: NFC
  package var scanner: Scanner
  package var scannerUse: ScannerUse
  /// Where the program listens that plays hardware which is not there, as `http://127.0.0.1:1234`; nil without one.
  package var virtualDesk: String?
  package var discogs: Discogs
  package var labelUse: LabelUse
  /// Opens a database of which acknowledged changes are missing, as after a backup was put back.
  package var acceptsLoss: Bool
  /// Where the tags that it writes send phones.
  package var tagAddress = TagAddress.standard
  /// Whether a desk may make the tag of one record that of another, after a question.
  package var movesTags = true
  /// What leaves the house, and by which programs.
  package var noticeUse = NoticeUse()
  /// A program that helps a reader which is stuck; nil when there is none.
  package var readerRescue: String?

  package init(
    dataFolder: String, address: String = "127.0.0.1", port: Int = 8740, hosts: [String] = [], pages: String,
    openAPI: String, programs: String, demo: String? = nil, cameras: [Camera] = [], nfc: NFC = .none,
    scanner: Scanner = .none, cameraUse: CameraUse = CameraUse(), scannerUse: ScannerUse = ScannerUse(),
    virtualDesk: String? = nil,
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
    self.virtualDesk = virtualDesk
    self.discogs = discogs
    self.labelUse = labelUse
    self.acceptsLoss = acceptsLoss
  }

  package typealias Camera = ReaderPlan.Camera
  package typealias CameraUse = ReaderPlan.CameraUse
  package typealias Scanner = ReaderPlan.Scanner
  package typealias ScannerUse = ReaderPlan.ScannerUse
  package typealias NFC = ReaderPlan.NFC

  /// How labels are made and printed; nil leaves it to their makers.
  package struct LabelUse: Hashable, Sendable {
    /// A folder with layouts.
    package var layouts: String?
    /// What the house's own numbers begin with.
    package var prefix: String?
    /// A program that is given the sheets.
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
    /// A file with the personal access token, readable by its owner alone.
    package var tokenFile: String?
    /// The token itself, from the environment; a file goes before it.
    package var token: String?

    package init(baseURL: String = "https://api.discogs.com", tokenFile: String? = nil, token: String? = nil) {
      self.baseURL = baseURL
      self.tokenFile = tokenFile
      self.token = token
    }
  }

  /// Whether the hub can be reached from this machine only.
  package var isOnLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(address) }
}
