internal import Deadwax
internal import HTTPServer
internal import Lending
internal import Staff
internal import Wire

extension HTTPAPI {
  var settingRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/settings", needs: .staff, returns: .wholeList) { _, _ in
        .whole(try counter.settings.all().map { SettingResource($0) })
      },
      Endpoint(.get, "/api/v1/settings/{key}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.settings.view(request.parameter("key"))
        return .row(view.version, SettingResource(view))
      },
      Endpoint(.put, "/api/v1/settings/{key}", needs: .admin, ifMatch: .required) { request, call in
        let body: SettingValue = try request.decode()
        guard let value = body.value.map(\.self) else {
          throw Problem(.invalid, "'value' is missing; null restores the default.")
        }
        guard (value?.utf8.count ?? 0) <= 4000 else { throw Problem(.invalid, "'value' must have at most 4000 bytes.") }
        let view = try counter.settings.set(
          request.parameter("key"), to: value, ifVersion: call.version, by: call.caller.name)
        return .row(view.version, SettingResource(view))
      },
      Endpoint(.get, "/api/v1/time-zones", needs: .staff, returns: .wholeList) { _, _ in
        .whole(counter.settings.timeZones.map { TimeZoneName(name: $0) })
      },
      Endpoint(.get, "/api/v1/stations/{name}/policy", needs: .admin, returns: .record) { request, _ in
        let held = try counter.stations.policy(of: try stationName(request))
        return .row(held.version, held.policy)
      },
      Endpoint(.put, "/api/v1/stations/{name}/policy", needs: .admin, ifMatch: .required) { request, call in
        let station = try stationName(request)
        let policy = try JSONBody(request, allowing: JSONBody.policy).policy()
        let held = try counter.stations.set(policy, of: station, ifVersion: call.version, by: call.caller.name)
        return .row(held.version, held.policy)
      },
    ]
  }
}

extension JSONBody {
  fileprivate static let policy: Set<String> = [
    "home", "modes", "isSelfService", "asksPIN", "returnsInAuto", "takesAnyCopy", "language", "isQuiet", "speaks",
    "receipt", "scanTarget", "playsByPresence", "offersPutAway",
  ]

  /// Reads the complete policy. Every member is required, so that no setting changes by accident.
  fileprivate func policy() throws -> StationPolicy {
    let missing = Self.policy.subtracting(members.keys).sorted()
    guard missing.isEmpty else {
      throw Problem(
        .invalid, "The complete policy is required.",
        reasons: missing.map { Problem.Reason(.missingMember, at: $0, "'\($0)' is missing.") })
    }
    guard let home: Mode = try choice("home") else { throw Problem(.invalid, "'home' cannot be null.") }
    guard let target: ScanTarget = try choice("scanTarget") else {
      throw Problem(.invalid, "'scanTarget' cannot be null.")
    }
    guard let list = members["modes"] as? [Any], list.count <= Mode.allCases.count else {
      throw Problem(.invalid, "'modes' must be a list of modes.")
    }
    var modes: [Mode] = []
    for word in list {
      guard let mode = (word as? String).flatMap(Mode.init(rawValue:)) else {
        throw Problem(.invalid, "'modes' must contain only modes.")
      }
      if !modes.contains(mode) { modes.append(mode) }
    }
    func flag(_ name: String) throws -> Bool {
      guard let flag = try self.flag(name) else { throw Problem(.invalid, "'\(name)' must be true or false.") }
      return flag
    }
    return StationPolicy(
      home: home, modes: modes, isSelfService: try flag("isSelfService"), asksPIN: try flag("asksPIN"),
      returnsInAuto: try flag("returnsInAuto"), takesAnyCopy: try flag("takesAnyCopy"),
      language: try text("language"), isQuiet: try flag("isQuiet"), speaks: try flag("speaks"),
      receipt: try text("receipt"), scanTarget: target, playsByPresence: try flag("playsByPresence"),
      offersPutAway: try flag("offersPutAway"))
  }
}
