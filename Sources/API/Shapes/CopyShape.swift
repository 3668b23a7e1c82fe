internal import Catalogue
internal import Deadwax
internal import Wire

extension JSONWriter {
  mutating func brief(_ copy: Copy) {
    object { json in json.briefMembers(copy) }
  }

  private mutating func briefMembers(_ copy: Copy) {
    member("id", copy.id.text)
    member("number", copy.number)
    member("code", copy.code.description)
    member("status", copy.loan != nil ? "on-loan" : copy.status == .available ? "in" : copy.status.rawValue)
    // A copy on loan can be withdrawn too.
    if copy.status == .withdrawn { member("isWithdrawn", true) }
    if copy.isReference { member("isReference", true) }
    member("parts", copy.partCount)
    member("partsMissing", copy.partsMissing)
    member("slot", copy.location?.text)
    member("dueAt", copy.loan?.dueAt)
    member("version", copy.version)
  }

  mutating func item(_ item: Catalogue.Item) {
    object { json in
      json.briefMembers(item.copy)
      json.member("mediaCondition", item.copy.mediaCondition)
      json.member("sleeveCondition", item.copy.sleeveCondition)
      json.member("addedAt", item.copy.addedAt)
      json.key("release")
      json.brief(item.release)
    }
  }
}
