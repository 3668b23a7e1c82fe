import Deadwax
import Foundation
import OfflineStation
import TestSupport
import Testing
import Wire

/// Tests that docs/openapi.json describes the types of the wire: names, JSON types, optionality and words.
@Suite(.timeLimit(.minutes(5)))
struct SchemaTests {
  /// The schemas with the type of each.
  static let types: [(schema: String, type: any (Codable & Sendable).Type)] = [
    ("BorrowerSummary", BorrowerSummary.self), ("Card", CardResource.self), ("Block", BlockDetail.self),
    ("Money", MoneyAmount.self), ("Borrower", BorrowerResource.self), ("BorrowerRequest", BorrowerRequest.self),
    ("BorrowerPatch", BorrowerPatch.self), ("CardRequest", CardRequest.self), ("CardSearch", CardSearchRequest.self),
    ("CodeRowsRequest", CodeRowsRequest.self), ("CodesOfPicture", CodeRowsRequest.Picture.self),
    ("PIN", PINRequest.self), ("PINEntry", PINEntry.self), ("RequiredReason", RequiredReason.self),
    ("ReasonRequest", ReasonRequest.self), ("CopySummary", CopySummary.self), ("Copy", CopyResource.self),
    ("CopyPatch", Copy.Patch.self), ("ReleaseSummary", ReleaseSummary.self), ("Resolution", ResolutionResource.self),
    ("Loan", LoanResource.self), ("LoanRequest", LoanRequest.self), ("LoanCheckRequest", LoanCheckRequest.self),
    ("LoanCheck", LoanCheck.self), ("ReturnDetail", ReturnDetail.self), ("CheckInRequest", CheckInRequest.self),
    ("CheckInResult", CheckInResult.self), ("OverrideReason", OverrideReason.self), ("LostRequest", LostRequest.self),
    ("RenewalResult", RenewalResult.self), ("Hold", HoldResource.self), ("HoldRequest", HoldRequest.self),
    ("PullListItem", PullListItem.self),
    ("Notice", NoticeResource.self), ("NoticeTemplate", NoticeTemplateResource.self),
    ("NoticeTemplateRequest", NoticeTemplateRequest.self), ("NoticePreviewRequest", NoticePreviewRequest.self),
    ("NoticePreview", NoticePreview.self),
    ("Fee", FeeResource.self), ("FeeRequest", FeeRequest.self), ("InboxItem", InboxResource.self),
    ("InboxRelease", InboxRelease.self), ("InboxBinding", InboxBinding.self), ("Setting", SettingResource.self),
    ("TimeZoneFacts", TimeZoneFacts.self), ("TimeZoneName", TimeZoneName.self), ("SettingValue", SettingValue.self),
    ("Change", ChangeResource.self), ("RowChange", RowChange.self), ("AccessDetail", AccessDetail.self),
    ("OrderDetail", OrderDetail.self),
    ("MergedEntry", MergedEntryResource.self),
    ("ClosingNote", ClosingNote.self), ("OfflineProgress", OfflineProgress.self),
    ("OfflineJournal", OfflineJournalRequest.self), ("MergeResult", MergeResult.self),
    ("MergeResultList", MergeResultList.self), ("Token", TokenResource.self), ("TokenRequest", TokenRequest.self),
    ("SetupRequest", SetupRequest.self), ("SetupResult", SetupResult.self), ("SignInRequest", SignInRequest.self),
    ("SignInResult", SignInResult.self), ("ScreenLock", ScreenLockRequest.self), ("Account", AccountResource.self),
    ("AccountRequest", AccountRequest.self),
    ("AccountPatch", AccountPatch.self), ("PassphraseRequest", PassphraseRequest.self), ("SignIn", SignInResource.self),
    ("Reason", ProblemReason.self), ("ReasonText", ReasonText.self),
    ("Problem", ProblemDocument.self), ("Choice", ChoiceDetail.self), ("OutcomeLoan", OutcomeLoan.self),
    ("Outcome", OutcomeDetail.self), ("Scan", ScanResource.self), ("ScanReport", ScanReportRequest.self),
    ("Explanation", ExplanationResource.self), ("Station", StationResource.self), ("StationFault", StationFault.self),
    ("ModeChange", ModeChange.self), ("AnswerRequest", AnswerRequest.self), ("ChoiceRequest", ChoiceRequest.self),
    ("Tag", TagResource.self), ("PresentTag", PresentTagResource.self), ("TagBinding", TagBindingDetail.self),
    ("BindingRequest", BindingRequest.self), ("TagJob", TagJobResource.self), ("TagOrder", TagOrderRequest.self),
    ("TagQueue", TagQueueResource.self), ("TagQueueRequest", TagQueueRequest.self), ("Place", PlaceResource.self),
    ("Reader", ReaderReport.self), ("FaultEvent", FaultEvent.self), ("Readiness", Readiness.self),
    ("PlaceDetail", PlaceDetailResource.self), ("PlaceRequest", PlaceRequest.self),
    ("PlacePatch", Place.Patch.self), ("SlotsRequest", SlotsRequest.self), ("Slot", SlotResource.self),
    ("SlotPatch", Slot.Patch.self), ("ShelvingRequest", ShelvingRequest.self),
    ("Changer", ChangerResource.self), ("ChangerRow", ChangerResource.Row.self),
    ("ChangerPlaceRequest", ChangerPlaceRequest.self), ("LoadingPlan", LoadingPlanResource.self),
    ("LoadingStep", LoadingPlanResource.Step.self), ("LoadingTarget", LoadingPlanResource.Target.self),
    ("Light", LightResource.self), ("LitSlot", LitSlotResource.self), ("PlaceMap", PlaceMapResource.self),
    ("PlaceMapOuter", PlaceMapResource.Outer.self),
    ("PlaceMapPart", PlaceMapResource.Part.self),
    ("PlaceMapPosition", PlaceMapResource.Position.self), ("PlaceMapItem", PlaceMapResource.Item.self),
    ("Release", ReleaseResource.self), ("ReleaseRequest", ReleaseRequest.self), ("ReleasePatch", Release.Patch.self),
    ("EditedField", EditedField.self), ("SourceRequest", SourceRequest.self), ("Duplicate", DuplicateResource.self),
    ("UndecidedRelease", UndecidedReleaseResource.self),
    ("DuplicateGroup", DuplicateGroupResource.self), ("DuplicateMember", DuplicateGroupResource.Member.self),
    ("DifferentReleases", DifferentReleases.self), ("ReleaseLink", ReleaseResource.LinkDetail.self),
    ("MergeRequest", MergeRequest.self), ("MergePreview", MergePreview.self), ("CopyRequest", CopyRequest.self),
    ("OwnFacts", OwnFactsResource.self), ("OwnFactsPatch", OwnFacts.Patch.self),
    ("InsuranceTotal", InsuranceTotal.self), ("Recheck", RecheckResource.self), ("RecheckPatch", RecheckPatch.self),
    ("DiscogsComparison", DiscogsComparisonResource.self), ("DiscogsDifference", DiscogsDifferenceResource.self),
    ("DiscogsPullRequest", DiscogsPullRequest.self), ("DiscogsPullResult", DiscogsPullResult.self),
    ("DiscogsPush", DiscogsPushResource.self), ("DiscogsStep", DiscogsStepResource.self),
    ("DiscogsPushRequest", DiscogsPushRequest.self), ("DiscogsPushPatch", DiscogsPushPatch.self),
    ("DiscogsFolder", DiscogsFolderResource.self), ("DiscogsFolderList", DiscogsFolderList.self),
    ("DiscogsToken", DiscogsTokenResource.self), ("DiscogsTokenRequest", DiscogsTokenRequest.self),
    ("LabelJob", LabelJobResource.self),
    ("LabelCheck", LabelCheckResource.self), ("LabelOrder", LabelOrderRequest.self),
    ("LabelLayout", LabelLayoutResource.self), ("SetupState", SetupState.self), ("FirstSteps", FirstSteps.self),
    ("LabelLayout", LabelLayoutResource.self), ("PictureResult", PictureResource.self),
    ("CodeRows", CodeRowsResource.self),
    ("CodeRow", CodeRowsResource.Row.self), ("PlacedCode", CodeRowsResource.Place.self),
    ("BorrowerLinkRequest", BorrowerLinkRequest.self), ("BorrowerLink", BorrowerLinkResource.self),
    ("CreatedBorrowerLink", CreatedBorrowerLink.self), ("BorrowerPage", BorrowerPage.self),
    ("Crate", CrateResource.self), ("CrateRequest", CrateRequest.self), ("CratePatch", Crate.Patch.self),
    ("ReleaseFacets", FacetsResource.self), ("Facet", FacetsResource.Facet.self),
    ("FacetValue", FacetsResource.Value.self), ("ReleaseTag", ReleaseTagResource.self),
    ("StatisticSummary", StatisticSummary.self), ("Statistic", StatisticResource.self),
    ("StatisticGroup", StatisticResource.Group.self), ("YearForm", YearFormResource.self),
    ("YearFigure", YearFormResource.Figure.self), ("Weeding", WeedingResource.self),
    ("Play", PlayResource.self), ("PlayRequest", PlayRequest.self), ("PlayWarning", PlayWarning.self),
    ("PlayReportForm", PlayReportForm.self), ("PlayReport", PlayReportResource.self),
    ("PlayReportMissing", PlayReportResource.Missing.self), ("PlayReportGap", PlayReportResource.Gap.self),
    ("ShowSummary", ShowSummary.self), ("ConcertShow", ShowResource.self), ("ShowSet", ShowResource.SetDetail.self),
    ("ShowSong", ShowResource.Song.self), ("ShowMusician", ShowResource.Musician.self),
    ("ShowBoundCopy", ShowResource.BoundCopy.self), ("ShowRecording", ShowRecordingResource.self),
    ("ShowLibrary", ShowLibraryResource.self), ("ShowLibraryRequest", ShowLibraryRequest.self),
    ("ShowFacts", ShowFacts.self), ("ShowCopy", ShowCopyResource.self), ("ShowCopyRequest", ShowCopyRequest.self),
    ("ShowBindingRequest", ShowBindingRequest.self), ("RecentShow", RecentShowResource.self),
    ("ConcertCollection", ConcertCollectionResource.self), ("ConcertCatalogue", ConcertCatalogueResource.self),
    ("SourceStatistic", ConcertCatalogueResource.SourceStatistic.self),
    ("ConcertPackage", ConcertPackageResource.self), ("ConcertImport", ConcertImportResource.self),
    ("ConcertFileFault", ConcertImportResource.FileFault.self), ("ArchivedItem", ArchivedItemResource.self),
    ("ArchivedTrack", ArchivedItemResource.Track.self), ("ArchivedReview", ArchivedItemResource.Review.self),
    ("Collection", CollectionResource.self), ("CollectionRequest", CollectionRequest.self),
    ("CollectionPatch", SmartCollection.Patch.self),
    ("CrateItem", CrateItemResource.self), ("CrateItemRequest", CrateItemRequest.self),
    ("ShelfCheck", ShelfCheckResource.self), ("ShelfMove", ShelfCheckResource.Move.self),
    ("ShelfRecord", ShelfCheckResource.Record.self),
    ("CrateItemPatch", CrateItemPatch.self), ("StockTake", StockTakeResource.self),
    ("StockTakePlace", StockTakePlace.self), ("StockTakeCount", StockTakeCount.self),
    ("StockTakeStation", StockTakeStationResource.self), ("StockTakeRequest", StockTakeRequest.self),
    ("StockTakeEntry", StockTakeEntryResource.self), ("StockTakeScan", StockTakeScanResource.self),
    ("StockTakeScans", StockTakeScansRequest.self), ("StockTakeScanItem", StockTakeScansRequest.Item.self),
    ("StockTakeAnswer", StockTakeAnswerResource.self), ("StockTakeTick", StockTakeTickRequest.self),
    ("StockTakeClose", StockTakeCloseRequest.self), ("StockTakeDecisions", StockTakeDecisionsRequest.self),
    ("StockTakeApply", StockTakeApplyRequest.self),
    ("StockTakePreview", StockTakePreviewResource.self), ("StockTakeEffect", StockTakePreviewResource.Effect.self),
    ("StockTakeUncounted", StockTakePreviewResource.Uncounted.self), ("LastSeen", LastSeenResource.self),
    ("Recent", RecentResource.self), ("RecentRequest", RecentRequest.self),
    ("ListDefaults", ListDefaultsResource.self), ("Wall", WallResource.self), ("WallScan", WallResource.LastScan.self),
    ("OwnRenewalRequest", OwnRenewalRequest.self), ("BatchRequest", BatchRequest.self),
    ("AdditionBatch", BatchResource.self), ("BatchSettings", BatchResource.Settings.self),
    ("BatchUndo", BatchUndoResult.self), ("Import", ImportResource.self),
    ("ImportCounts", ImportResource.Counts.self), ("ImportFault", ImportResource.Fault.self),
    ("ImportLine", ImportLineResource.self), ("ImportDifference", ImportLineResource.Difference.self),
    ("ImportReason", ImportLineResource.Reason.self), ("ImportPatch", ImportPatch.self),
    ("Merge", MergeResource.self), ("MergeCounts", MergeResource.Counts.self),
    ("MergedRecord", MergedRecordResource.self), ("MergeDifference", MergedRecordResource.Difference.self),
    ("MergeNotes", MergeResource.Notes.self), ("DeviceSetting", DeviceSettingResource.self),
    ("MovedDeviceSettings", MovedDeviceSettings.self),
    ("PreviewOrder", PreviewOrder.self), ("BulkChange", BulkChangeResource.self),
    ("BulkCounts", BulkChangeResource.Counts.self), ("BulkLine", BulkLineResource.self),
    ("BulkDifference", BulkLineResource.Difference.self), ("BulkReason", BulkLineResource.Reason.self),
    ("BulkChangeRequest", BulkChangeRequest.self),
    ("Backup", BackupResource.self), ("BackupStatus", BackupStatusResource.self),
    ("BackupReadiness", Readiness.Backup.self), ("BackupCounts", BackupResource.Counts.self),
  ]

  /// The members that only some responses with a type have; another schema describes them.
  private static let extra: Set<String> = ["rows", "token"]

  /// The members that the API always sends and always accepts as null or missing.
  private static let lenient: Set<String> = [
    "OfflineProgress.journal", "SettingValue.value", "Release.version",
  ]

  static func schemas() throws -> [String: Any] {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("docs/openapi.json")))
    let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let components = try #require(document["components"] as? [String: Any])
    return try #require(components["schemas"] as? [String: Any])
  }

  @Test(arguments: types.map(\.schema))
  func `a schema describes its type`(name: String) throws {
    let schemas = try Self.schemas()
    let type = try #require(Self.types.first { $0.schema == name }?.type)
    let (shape, _) = try SchemaProbe.probe(type)
    compare(shape, try #require(schemas[name] as? [String: Any]), name, schemas)
  }

  func compare(_ shape: Shape, _ schema: [String: Any], _ path: String, _ schemas: [String: Any]) {
    let schema = resolved(schema, schemas)
    let types = (schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)).filter { $0 != "null" }
    switch shape {
    case .object(let members):
      #expect(types == ["object"], "\(path) is an object")
      compare(members, schema, path, schemas)
    case .list(let element):
      #expect(types == ["array"], "\(path) is a list")
      guard let items = schema["items"] as? [String: Any] else {
        Issue.record("\(path) has no items")
        return
      }
      compare(element, items, path + "[]", schemas)
    case .text(let words):
      #expect(types == ["string"], "\(path) is a text")
      guard let words, let listed = schema["enum"] as? [Any] else { return }
      let known = Set(listed.compactMap { $0 as? String })
      #expect(known == Set(words), "\(path): \(known.symmetricDifference(words).sorted())")
    case .any: break
    case .integer: #expect(types == ["integer"], "\(path) is a whole number")
    case .number: #expect(types == ["number"], "\(path) is a number")
    case .flag: #expect(types == ["boolean"], "\(path) is true or false")
    }
  }

  private func compare(
    _ members: [Shape.Member], _ schema: [String: Any], _ path: String, _ schemas: [String: Any]
  ) {
    guard let properties = schema["properties"] as? [String: [String: Any]] else {
      Issue.record("\(path) has no properties")
      return
    }
    let required = Set(schema["required"] as? [String] ?? [])
    let names = Set(members.map(\.name).filter { !Self.extra.contains($0) || properties[$0] != nil })
    let described = Set(properties.keys)
    #expect(names == described, "\(path): \(names.symmetricDifference(described).sorted())")
    for member in members {
      guard let property = properties[member.name] else { continue }
      let inside = "\(path).\(member.name)"
      if !Self.lenient.contains(inside), !path.hasSuffix("policy") {
        #expect(required.contains(member.name) == member.isRequired, "\(inside): required")
      }
      compare(member.shape, property, inside, schemas)
    }
  }

  /// Returns the schema behind references, without the alternative null.
  private func resolved(_ schema: [String: Any], _ schemas: [String: Any]) -> [String: Any] {
    if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last,
      let found = schemas[String(name)] as? [String: Any]
    {
      return resolved(found, schemas)
    }
    // Beside members, the keywords for alternatives only state rules between these members.
    if schema["properties"] != nil { return schema }
    if let parts = schema["allOf"] as? [[String: Any]] { return united(parts.map { resolved($0, schemas) }) }
    if let kinds = schema["oneOf"] as? [[String: Any]] { return merged(kinds.map { resolved($0, schemas) }) }
    let other = (schema["anyOf"] as? [[String: Any]])?.first { $0["type"] as? String != "null" }
    return other.map { resolved($0, schemas) } ?? schema
  }

  /// Returns the members of all schemas, of which a value has each.
  private func united(_ schemas: [[String: Any]]) -> [String: Any] {
    var properties: [String: [String: Any]] = [:]
    for schema in schemas { properties.merge(schema["properties"] as? [String: [String: Any]] ?? [:]) { $1 } }
    let required = schemas.flatMap { $0["required"] as? [String] ?? [] }
    return ["type": "object", "properties": properties, "required": required]
  }

  /// Returns the members of several schemas as those of one type: what only some of them have is optional.
  private func merged(_ schemas: [[String: Any]]) -> [String: Any] {
    var properties: [String: [String: Any]] = [:]
    var required: Set<String>?
    for schema in schemas {
      properties.merge(schema["properties"] as? [String: [String: Any]] ?? [:]) { $1 }
      let names = Set(schema["required"] as? [String] ?? [])
      required = required?.intersection(names) ?? names
    }
    return ["type": "object", "properties": properties, "required": Array(required ?? [])]
  }

  @Test(arguments: types.map(\.schema))
  func `a sample of a type is encoded directly as by Foundation, and decoded again`(name: String) throws {
    let type = try #require(Self.types.first { $0.schema == name }?.type)
    try roundTrip(type)
  }

  private func roundTrip<Value: Codable>(_ type: Value.Type) throws {
    try Self.roundTrip(try SchemaProbe.probe(type).value)
  }

  static func roundTrip<Value: Codable>(_ sample: Value) throws {
    let bytes = JSONDocument.bytes(of: sample)
    let direct = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
    let usual = try JSONSerialization.jsonObject(with: JSONEncoder().encode(sample)) as? NSDictionary
    #expect(direct != nil && direct == usual)
    #expect(JSONDocument.bytes(of: try JSONDecoder().decode(Value.self, from: Data(bytes))) == bytes)
  }
}
