internal import Queries
internal import Wire

extension QueryMistake {
  init(_ mistake: QueryError) {
    self.init(
      code: mistake.code, from: mistake.position.lowerBound, to: mistake.position.upperBound,
      suggestion: mistake.suggestion)
  }
}
