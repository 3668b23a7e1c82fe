internal import Circulation
internal import Deadwax
internal import Lending

extension JSONWriter {
  mutating func setting(_ view: SettingView) {
    object { json in
      json.member("key", view.key)
      json.member("section", view.section)
      json.member("kind", view.kind)
      json.member("value", view.value)
      json.member("default", view.standard)
      json.member("help", view.help)
      json.member("version", view.version)
      guard let zone = view.timeZone else { return }
      json.key("timeZone")
      json.object { json in
        json.member("rule", zone.rule)
        json.member("abbreviation", zone.abbreviation)
        json.member("offset", zone.offset)
      }
    }
  }

  mutating func timeZone(_ name: String) {
    object { $0.member("name", name) }
  }

  mutating func policy(_ policy: StationPolicy) {
    object { json in
      json.member("home", policy.home.rawValue)
      json.key("modes")
      json.array(policy.modes) { $0.string($1.rawValue) }
      json.member("isSelfService", policy.isSelfService)
      json.member("asksPIN", policy.asksPIN)
      json.member("returnsInAuto", policy.returnsInAuto)
      json.member("takesAnyCopy", policy.takesAnyCopy)
      json.member("language", policy.language)
      json.member("isQuiet", policy.isQuiet)
      json.member("speaks", policy.speaks)
      json.member("receipt", policy.receipt)
    }
  }
}
