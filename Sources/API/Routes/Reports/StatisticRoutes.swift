internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lists
internal import Staff
internal import Threads
internal import Wire

extension HTTPAPI {
  /// The routes of statistics, of the form of a year, and of the weeding list.
  ///
  /// A count reads whole tables, so the requests that count are answered one after the other, beside all others. A
  /// statistic that is known is answered at once; if it is old, a new count begins after it.
  var statisticRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/statistics", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(Statistic.allCases.map { StatisticSummary($0) })
      },
      Endpoint(
        .get, "/api/v1/statistics/{name}", needs: .readerOnly, query: ["top"], returns: .record, on: .patient,
        answer: .later { request, _, done in
          let statistic = try request.statistic()
          let most = try request.whole("top", in: 1...Statistics.mostGroups) ?? 20
          let zone = try counter.zone()
          if let latest = statistics.latest(statistic, most: most, in: zone) {
            done(.success(.json(StatisticResource(latest)).validated(for: request)))
            if !latest.isCurrent { statistics.recount(statistic, in: zone, begin: countWorker.add) }
            return
          }
          let isTaken = countWorker.add {
            done(
              Result {
                .json(StatisticResource(try statistics.counted(statistic, most: most, in: zone))).validated(
                  for: request)
              })
          }
          guard isTaken else { throw Problem(.notReady, "Too many requests are waiting.") }
        }),
      Endpoint(.get, "/api/v1/statistics/{name}/csv", needs: .readerOnly, on: .counts) { request, _ in
        let statistic = try request.statistic()
        return .table(try statistics.csv(statistic, in: try counter.zone()), named: statistic.rawValue)
      },
      Endpoint(.get, "/api/v1/years/{year}", needs: .staff, returns: .record, on: .counts) { request, _ in
        .json(YearFormResource(try statistics.form(ofYear: try request.year(), in: try counter.zone())))
      },
      Endpoint(.get, "/api/v1/years/{year}/csv", needs: .staff, on: .counts) { request, _ in
        let year = try request.year()
        return .table(try statistics.csv(ofYear: year, in: try counter.zone()), named: "\(request.parameter("year"))")
      },
      Endpoint(
        .get, "/api/v1/weeding", needs: .staff, query: ["reason", "years"], returns: .list, on: .counts
      ) { request, _ in
        let page = try statistics.weeding(
          for: try request.choice("reason"), unusedFor: try request.yearsUnused(), in: try counter.zone(),
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) {
          WeedingResource($0.copy, $0.release, $0.reasons, lastLentAt: $0.lastLentAt)
        }
      },
      Endpoint(.get, "/api/v1/weeding/csv", needs: .staff, query: ["reason", "years"], on: .counts) { request, _ in
        .table(
          try statistics.weedingCSV(
            for: try request.choice("reason"), unusedFor: try request.yearsUnused(), in: try counter.zone()),
          named: "weeding")
      },
    ]
  }
}

extension HTTPRequest {
  /// - Throws: `StaffError.noSuchStatistic`.
  fileprivate func statistic() throws -> Statistic {
    guard let statistic = Statistic(rawValue: parameter("name")) else { throw StaffError.noSuchStatistic }
    return statistic
  }

  /// Returns the year of the address, which has four digits.
  ///
  /// - Throws: `notFound` for another text.
  fileprivate func year() throws -> Int {
    let text = parameter("year")
    guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let year = Int(text) else {
      throw Problem(.notFound, "There is no such year. A year has four digits.")
    }
    return year
  }

  /// Returns a number in the query; nil if it is absent.
  ///
  /// - Throws: `badRequest` for another text.
  fileprivate func whole(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(.badRequest, "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  fileprivate func yearsUnused() throws(Problem) -> Int {
    try whole("years", in: Statistics.yearsOfUse) ?? Statistics.yearsUnused
  }
}
