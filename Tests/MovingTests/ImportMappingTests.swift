import Deadwax
import Moving
import Storage
import TestSupport
import Testing

/// Files are recognised by the names of their columns, and what a person has chosen for them is used again.
@Suite(.timeLimit(.minutes(5))) struct ImportMappingTests {
  @Test func `the table of a file is recognised by its columns`() {
    for (columns, table) in [
      (ExportTable.copies.columns, ExportTable.copies), (ExportTable.borrowers.columns, .borrowers),
      (ExportTable.loans.columns, .loans), (["number", "title"], .copies),
      (["listing_id", "artist", "title", "release_id", "price"], .copies),
      (["Artist", "Title", "Cat. No.", "No. of Discs", "Purchase Store"], .copies),
      (["surname", "firstname", "cardnumber", "categorycode"], .borrowers),
      (["Nachname", "Vorname", "Ausweis"], .borrowers),
      (["Name", "E-Mail", "Telefon"], .borrowers), (["date_due", "cardnumber", "barcode", "issuedate"], .loans),
      (["Ausleiher", "Titel", "Fällig"], .loans), (["Name", "Interpret"], .copies), (["Barcode"], .copies),
      (["Owner", "Colour"], .copies), ([], .copies),
    ] { #expect(ExportTable(recognisedBy: columns) == table, "\(columns)") }
  }

  @Test func `a list of CLZ Music is recognised, and its own numbers are left out`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let plan = try await library.plan(
      """
      Index,Artist,Title,Cat. No.,Barcode,No. of Discs,Package/Media Condition,Purchase Store,Tags
      7,Björk,Debut,TPLP 31,5016958019914,2,Mint (M),Fair,dance
      """)
    #expect(plan.program == .clz, "\(plan.program)")
    #expect(
      plan.fields == [
        nil, .artist, .title, .catalogNumber, .barcode, .parts, .mediaCondition, .acquiredFrom, .releaseTags,
      ], "\(plan.fields)")
    let done = try await library.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
  }

  @Test func `the fields that a person has chosen are used for the next file with the same columns`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let chosen: [String?] = ["artist", "title", nil]
    var plan = try await library.plan("Who,What,Where\nNina Simone,Pastel Blues,Loft\n")
    #expect(plan.fields == [nil, nil, nil] && !plan.isMappingSaved)
    _ = try library.imports.change(plan.id, encoding: nil, delimiter: nil, program: nil, fields: chosen)
    plan = try await library.end(of: plan.id)
    // A preview alone stores nothing.
    #expect(try await !library.plan("Who,What,Where\nA,B,C\n").isMappingSaved)
    _ = try await library.apply(plan)
    let next = try await library.plan("who,What ,Where\nMiles Davis,Kind of Blue,Loft\n")
    #expect(next.isMappingSaved && next.fields == [.artist, .title, nil], "\(next.fields)")
    #expect(next.counts == [.add: 1], "\(next.counts)")
    #expect(try await !library.plan("Who,What,When\nA,B,C\n").isMappingSaved, "other columns")
    #expect(try await !library.plan("Who,What,Where\nA,B,C\n", as: .loans).isMappingSaved, "another table")
    // Chosen again by the program, and applied, the names of the columns count again.
    _ = try library.imports.change(next.id, encoding: nil, delimiter: nil, program: "other", fields: nil)
    let fresh = try await library.end(of: next.id)
    #expect(fresh.fields == [nil, nil, nil] && !fresh.isMappingSaved)
  }

  @Test func `a mapping that the columns give is not stored, and one with an unknown word is not used`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take("Artist,Title\nNina Simone,Pastel Blues\n")
    func count() throws -> Int64? {
      try library.database.read { try $0.first("SELECT count(*) FROM import_mapping") { try $0.integer(0) } }
    }
    #expect(try count() == 0)
    var plan = try await library.plan("Who,What\nMiles Davis,Kind of Blue\n")
    _ = try library.imports.change(plan.id, encoding: nil, delimiter: nil, program: nil, fields: ["artist", "title"])
    plan = try await library.end(of: plan.id)
    _ = try await library.apply(plan)
    #expect(try count() == 1)
    try library.database.write { transaction in
      let fingerprint = try #require(
        try transaction.first("SELECT fingerprint FROM import_mapping") { try $0.text(0) })
      try transaction.store(
        ImportMappingRecord(fingerprint: fingerprint, program: "other", fields: ["artist", "birds"]))
    }
    #expect(try await !library.plan("Who,What\nMiles Davis,Kind of Blue\n").isMappingSaved)
  }

  @Test func `a program that a person chooses finds the fields again, and an unknown one is refused`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let plan = try await library.plan("release_id,artist,title,catalog#,number\n101,Nina Simone,Pastel Blues,PHS 1,4\n")
    #expect(plan.program == .discogsCollection && plan.fields[0] == .discogs)
    _ = try library.imports.change(plan.id, encoding: nil, delimiter: nil, program: "deadwax", fields: nil)
    let own = try await library.end(of: plan.id)
    #expect(own.program == .deadwax && own.fields == [.releaseID, .artist, .title, nil, .number], "\(own.fields)")
    #expect(throws: MovingError.self) {
      try library.imports.change(plan.id, encoding: nil, delimiter: nil, program: "birds", fields: nil)
    }
  }
}
