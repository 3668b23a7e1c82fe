import Deadwax
import Storage
import TestSupport
import Testing

/// Plays of copies: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct PlayRecordTests {
  @Test(arguments: EngineName.allCases)
  func `a play counts at its copy, and its removal and undo leave the number and the time correct`(
    engine: EngineName
  ) throws {
    let library = try EngineLibrary(engine)
    let copy = library.copies[0]
    let (early, late) = (EngineLibrary.start + .seconds(60), EngineLibrary.start + .seconds(600))
    func numbers() throws -> [Int64?] {
      let found = try library.store.look { try $0.copy(copy) }
      return [found.map { Int64($0.plays) }, found?.lastPlayedAt?.milliseconds]
    }
    // Plays from before the table have no rows.
    try library.write(after: 1) { transaction in
      try transaction.run(
        "UPDATE copy SET plays = 4, last_played_at = ?2, played_before = ?2 WHERE id = ?1", copy, early)
    }
    let play = try library.write(after: 700) { transaction in
      let play = Play(
        id: transaction.newID(), copy: copy, position: "A1", startedAt: late, endedAt: late + .seconds(9),
        source: .page, station: Station.Name("studio"), version: 1)
      try transaction.insert(play)
      try transaction.recordChange(.played)
      return play
    }
    #expect(try library.store.look { try $0.play(play.id) } == play)
    #expect(try numbers() == [5, late.milliseconds])
    let older = try library.write(after: 800) { transaction in
      try transaction.countPlay(of: copy, at: library.station)
      return try given(try transaction.recordChange(.played))
    }
    #expect(try numbers()[0] == 6)
    #expect(try library.undo(older, after: 801).change != nil)
    #expect(try numbers() == [5, late.milliseconds])
    let removal = try library.write(after: 900) { transaction in
      try transaction.remove(play)
      return try given(try transaction.recordChange(.copy))
    }
    #expect(try numbers() == [4, early.milliseconds], "the time is that of the plays without rows")
    #expect(try library.store.look { try $0.play(play.id) } == nil)
    #expect(try library.undo(removal, after: 901).change != nil)
    #expect(try numbers() == [5, late.milliseconds])
    #expect(try library.store.look { try $0.play(play.id) }?.position == "A1")
  }

  @Test(arguments: EngineName.allCases)
  func `a play that began earlier does not change the time of the last one`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let copy = library.copies[1]
    for second in [Int64(500), 100] {
      try library.write(after: 600 + second) { transaction in
        try transaction.insert(
          Play(
            id: transaction.newID(), copy: copy, position: nil, startedAt: EngineLibrary.start + .seconds(second),
            endedAt: nil, source: .page, station: nil, version: 1))
        try transaction.recordChange(.played)
      }
    }
    let found = try library.store.look { try $0.copy(copy) }
    #expect(found?.plays == 2 && found?.lastPlayedAt == EngineLibrary.start + .seconds(500))
  }

  @Test(arguments: EngineName.allCases)
  func `plays are listed by span, copy, release and station, in both orders`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let studio = try given(Station.Name("studio"))
    for index in 0..<9 {
      try library.write(after: Int64(index + 1)) { transaction in
        try transaction.insert(
          Play(
            id: transaction.newID(), copy: library.copies[index % 3], position: "\(index)",
            startedAt: EngineLibrary.start + .seconds(index * 10), endedAt: nil, source: .scan,
            station: index % 2 == 0 ? studio : nil, version: 1))
        try transaction.recordChange(.played)
      }
    }
    func positions(_ set: (inout PlayFilter) -> Void) throws -> [String] {
      var filter = PlayFilter()
      set(&filter)
      let wanted = filter
      return try library.store.look { reading in
        let newest = try reading.plays(wanted, before: nil, limit: 20)
        let earliest = try reading.plays(wanted, after: nil, limit: 20)
        #expect(earliest == newest.reversed())
        #expect(try reading.playTotal(wanted) == newest.count)
        return newest.compactMap(\.position)
      }
    }
    #expect(try positions { _ in } == ["8", "7", "6", "5", "4", "3", "2", "1", "0"])
    #expect(try positions { $0.copy = library.copies[1] } == ["7", "4", "1"])
    #expect(try positions { $0.station = studio } == ["8", "6", "4", "2", "0"])
    #expect(
      try positions {
        $0.since = EngineLibrary.start + .seconds(20)
        $0.until = EngineLibrary.start + .seconds(50)
      } == ["4", "3", "2"])
    let release = try given(try library.store.look { try $0.copy(library.copies[0]) }).release
    #expect(try positions { $0.release = release }.count == 9)
    let other: Release.ID = .new(at: EngineLibrary.start)
    #expect(try positions { $0.release = other }.isEmpty)
    try library.store.look { reading in
      let page = try reading.plays(PlayFilter(), before: nil, limit: 4)
      let last = try given(page.last)
      let next = try reading.plays(PlayFilter(), before: ListCursor(last.startedAt, last.id), limit: 9)
      #expect(next.compactMap(\.position) == ["4", "3", "2", "1", "0"])
    }
  }

  @Test(arguments: EngineName.allCases)
  func `a copy with a play is not removed, because a report needs it`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let copy = library.copies[2]
    #expect(try !library.store.look { try $0.isReferred(copy) })
    try library.write(after: 1) { transaction in
      try transaction.countPlay(of: copy)
      try transaction.recordChange(.played)
    }
    #expect(try library.store.look { try $0.isReferred(copy) })
  }
}
