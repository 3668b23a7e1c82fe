import HTTPServer
import TestSupport

/// A fake hub's responses about borrowers, loans and the rest of lending.
enum FakeStaffHub {
  static let ada = "0193489a-8a10-7d42-9b77-3c1e5f60a2d4"
  static let loanID = "0193489b-2c80-7f11-8d0e-7a6b5c4d3e2f"
  static let holdID = "0193489b-4d10-7a31-b5c6-0f1e2d3c4b5a"
  static let feeID = "0193489b-5e20-7b42-86d7-1a2b3c4d5e6f"
  static let itemID = "0193489b-6f30-7c53-97e8-2b3c4d5e6f70"
  static let changeID = "0193489b-7a40-7d64-a8f9-3c4d5e6f7081"
  static let scanID = "0193489b-10f4-7d3a-8b6e-90c1d2e3f405"
  static let cardID = "0193489b-9c60-7f86-8a1b-5e6f708192a3"
  static let card = "DW:B:5VTPVXVRCNZGJD"
  static let copyID = "0193489a-7c20-7e0b-a1c3-000000000012"

  private static let paths = [
    "copies", "copies/{id}", "copies/{id}/own-facts", "releases", "releases/{id}", "releases/{id}/duplicates",
    "releases/{id}/use-source", "releases/duplicates/different", "releases/undecided", "releases/facets",
    "release-tags", "discogs/releases",
    "discogs/releases/{number}", "discogs/comparison", "discogs/comparison/items", "discogs/comparison/pull",
    "discogs/push", "discogs/push/items", "discogs/token", "discogs/folders",
    "covers", "resolve", "borrowers", "borrowers/find",
    "borrowers/{id}",
    "borrowers/{id}/export", "borrowers/{id}/cards", "borrowers/{id}/cards/{card}", "borrowers/{id}/block",
    "borrowers/{id}/pin", "borrowers/{id}/loans", "borrowers/{id}/holds", "borrowers/{id}/renew", "loans",
    "loans/check", "loans/{id}", "loans/{id}/return", "loans/{id}/renew", "loans/{id}/claim", "loans/{id}/lost",
    "loans/{id}/found", "returns", "holds", "holds/pull-list", "holds/shelf", "holds/{id}", "holds/{id}/cancel",
    "holds/{id}/slip", "holds/{id}/print", "notices", "notices/{id}/send", "notice-templates", "notice-templates/{id}",
    "notice-templates/{id}/preview", "fees", "fees/{id}", "fees/{id}/settle",
    "fees/{id}/waive", "inbox", "inbox/{id}", "inbox/{id}/name", "inbox/{id}/look-up", "inbox/{id}/claim",
    "inbox/{id}/forget", "offline-entries", "offline-entries/{id}", "offline-entries/{id}/close", "settings",
    "settings/{key}", "stations",
    "stations/{name}", "stations/{name}/policy", "stations/{name}/mode", "stations/{name}/answer",
    "stations/{name}/pick", "stations/{name}/pin", "stations/{name}/end", "stations/{name}/renew-all",
    "sessions/{id}/receipt", "sessions/{id}/print", "sessions/{id}/link", "changes", "changes/{id}/undo",
    "scans", "scans/{id}/explanation", "list-defaults", "wall", "recording", "recheck",
    "changers", "changers/{id}/places", "places", "places/{id}", "places/{id}/slots", "places/{id}/slots/{number}",
    "device-settings", "device-settings/move", "places/{id}/loading-plan", "places/{id}/map",
    "lights", "copies/{id}/light",
    "crates/{id}/shelf-order", "crates", "crates/{id}", "crates/{id}/items", "crates/{id}/items/{item}",
    "crates/{id}/copies", "recents",
    "export/{table}",
    "statistics", "statistics/{name}", "statistics/{name}/csv", "years/{year}", "years/{year}/csv", "weeding",
    "weeding/csv", "plays", "plays/{id}", "play-reports", "play-reports/{name}", "play-reports/{name}/csv",
    "shows", "shows/{id}", "shows/{id}/library", "shows/{id}/copies", "shows/{id}/plays", "recent-shows",
    "show-recordings", "show-recordings/{identifier}/archive", "copies/{id}/show", "concerts", "concert-collections",
    "concert-imports", "concert-imports/{id}", "concert-imports/{id}/apply",
    "collections", "collections/{id}", "stock-takes", "stock-takes/{id}", "stock-takes/{id}/close",
    "stock-takes/{id}/preview", "stock-takes/{id}/apply", "stock-takes/{id}/cancel", "stock-takes/{id}/pdf",
  ]

  /// Starts a hub that knows Ada and copy 12, with further responses from the script.
  static func play(_ script: [String: [HTTPResponse]] = [:]) throws -> FakeTagHub {
    try FakeTagHub(
      [
        "GET /api/v1/borrowers/\(ada)": [FakeTagHub.json(borrower())],
        "POST /api/v1/borrowers/find": [FakeTagHub.json(borrower())],
        "GET /api/v1/copies": [FakeTagHub.page(FakeTagHub.copy(12))],
      ].merging(script) { $1 }, paths: paths)
  }

  static func borrower(_ more: String = "") -> String {
    #"{"id":"\#(ada)","name":"Ada Lovelace","shortName":"Ada L.","group":"standard","isStaff":false,"hasPIN":false,"open":0,"overdue":0,"feesDue":[],"createdAt":"2026-11-20T09:30:00.000Z","version":4,"cards":[{"id":"\#(cardID)","code":"\#(card)","kind":"own"}]\#(more)}"#
  }

  static func loan(_ more: String = "", late: Bool = false) -> String {
    #"{"id":"\#(loanID)","copy":\#(FakeTagHub.copy(12)),"release":\#(FakeTagHub.release),"borrower":{"id":"\#(ada)","shortName":"Ada L."},"openedAt":"2026-11-20T09:45:12.120Z","dueAt":"2026-12-04T12:00:00.000Z","renewals":0,"parts":1,"isOverdue":\#(late),"overdueDays":\#(late ? 3 : 0),"version":1\#(more)}"#
  }

  static let returned =
    #"{"code":"returned","copy":{"id":"\#(copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"slot":"Shelf 1, slot 3","version":7},"release":\#(FakeTagHub.release),"overdueDays":0}"#

  static func hold(_ state: String = "waiting") -> String {
    #"{"id":"\#(holdID)","subject":"release","release":\#(FakeTagHub.release),"borrower":{"id":"\#(ada)","shortName":"Ada L."},"state":"\#(state)","position":1,"createdAt":"2026-11-20T09:45:12.120Z","version":1}"#
  }

  static func fee(_ more: String = "") -> String {
    #"{"id":"\#(feeID)","borrower":{"id":"\#(ada)","shortName":"Ada L."},"kind":"overdue","amount":140,"currency":"EUR","at":"2026-11-20T09:45:12.120Z","isWaived":false,"version":1\#(more)}"#
  }

  static func item(_ state: String = "open") -> String {
    #"{"id":"\#(itemID)","class":"gtin","text":"4017866921482","symbology":"EAN-13","state":"\#(state)","scans":2,"scan":"\#(scanID)","station":"desk","firstAt":"2026-11-20T09:45:12.120Z","lastAt":"2026-11-20T09:50:12.120Z","version":2}"#
  }

  static let entryID = "0193489e-4c10-7a11-8b22-334455667788"

  /// Returns a merged entry of an offline station.
  static func offlineEntry(_ more: String = #","open":true"#, text: String = "DW:I:0H3K7M9PQRSTVW") -> String {
    #"{"id":"\#(entryID)","station":"bus","journal":"\#(changeID)","sequence":18,"at":"2026-11-20T09:45:18.440Z","mergedAt":"2026-11-20T11:02:40.010Z","mode":"check-out","act":"check-out","text":"\#(text)","symbology":"QR","displayed":"recorded-offline","state":"applied-with-exception","code":"checked-out","title":"Checked out","reasons":[{"code":"limit","title":"Loan limit reached"}],"scan":"\#(scanID)","borrower":{"id":"\#(ada)","shortName":"Ada L."}\#(more)}"#
  }

  static func setting(_ value: String = "14", version: Int = 0) -> String {
    #"{"key":"loan.days","section":"loans","kind":"days","value":"\#(value)","default":"14","help":"Days that a loan lasts.","version":\#(version)}"#
  }

  static func timeZone(_ name: String, _ abbreviation: String, _ offset: String) -> String {
    #"{"key":"calendar.time-zone","section":"calendar","kind":"time-zone","value":"\#(name)","default":"UTC","help":"Where the days begin.","version":1,"timeZone":{"rule":"UTC0","abbreviation":"\#(abbreviation)","offset":"\#(offset)"}}"#
  }

  static let policy =
    #"{"home":"look-up","modes":[],"isSelfService":false,"asksPIN":false,"returnsInAuto":true,"takesAnyCopy":false,"language":"en","isQuiet":false,"speaks":false,"receipt":"screen","scanTarget":"any"}"#

  static func station(_ more: String = "") -> String {
    #"{"name":"desk","mode":"auto","state":"idle","home":"look-up","policy":\#(policy),"recent":[],"version":4\#(more)}"#
  }

  static func change(_ kind: String = "lend") -> String {
    #"{"id":"\#(changeID)","kind":"\#(kind)","seq":812,"station":"desk","by":"counter","at":"2026-11-20T09:45:12.120Z"}"#
  }

  static let lastChange =
    #","undo":{"id":"\#(changeID)","kind":"lend","seq":812,"at":"2026-11-20T09:45:12.120Z","copy":\#(FakeTagHub.copy(12)),"release":\#(FakeTagHub.release)}"#

  static let scan =
    #"{"id":"\#(scanID)","seq":4711,"station":"desk","at":"2026-11-20T09:45:12.120Z","receivedAt":"2026-11-20T09:45:12.124Z","symbology":"QR","text":"DW:I:5VTPVXVRCNZGJD","verified":true,"outcome":{"status":"done","code":"checked-out","title":"Checked out","detail":"Due 4 December 2026","mode":"check-out"}}"#

  static let story =
    #"{"scan":\#(scan),"input":{"class":"own copy","symbology":"QR","beside":[],"isClockRight":true},"candidates":[{"kind":"copy","id":"\#(copyID)","title":"Blue Train, copy 12","isTaken":true},{"kind":"copy","title":"Blue Train, copy 13","isTaken":false,"because":"on loan"}],"rule":"check-out.copy.in-session","sentence":"Checked out. Due 4 December 2026","before":{"mode":"check-out","state":"idle","hasSession":false,"hasStaff":false},"after":{"mode":"check-out","state":"session","hasSession":true,"hasStaff":false},"changes":[\#(change())],"rows":[{"table":"loan","id":"x","verb":"added","lines":["due at: 4 December"]}]}"#

  /// Returns a refusal with additional members.
  static func refusal(_ code: String, _ reasons: [String], more: String) -> HTTPResponse {
    let list = reasons.map { #"{"code":"\#($0)","detail":"Because of \#($0)."}"# }.joined(separator: ",")
    return HTTPResponse(
      status: 409, headers: [("content-type", "application/problem+json")],
      body: .bytes(
        Array(
          #"{"type":"urn:deadwax:problem:\#(code)","title":"T","status":409,"detail":"Because of \#(reasons.first ?? code).","code":"\#(code)","reasons":[\#(list)],"retryable":false\#(more)}"#
            .utf8)))
  }
}
