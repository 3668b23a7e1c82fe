/// Expressions that are searched in every line of the repository, each compiled once. A literal inside a loop is parsed
/// again in each round, which took three quarters of the time of these tests.
///
/// Sendable is sound: expressions without a parser of their own are values that never change.
struct Patterns: @unchecked Sendable {
  static let shared = Patterns()

  // Parts of prose that are code.
  let code = /`[^`]*`/
  let linkTarget = /\]\([^)]*\)/
  let address = /https?:\S+/
  let interpolation = /\\#*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
  let parameter = /^\/\/\/\s*- \w+:/
  /// The beginning of a list item, a heading or a quotation of Markdown.
  let item = /^(?:[-*#>]|\d+\.)\s/

  // Places of prose in files of other kinds.
  let message = /^\s*"[^"]+": "(.*)",?$/
  let visible = /(?:content|aria-label|placeholder|title)="([^"]*)"|>([^<>]+)<|^(?:title|description): (.*)/
  let description = /^\s*"(?:summary|description)": "(.*)",?$/
  let testName = /func `([^`]+)`/

  // Words and sentences.
  let clause = /^\/\/\/\s*(?:What|How|Whether|Who|Whom|Whose|Where|Which|Why|When)\b/
  let fieldClause =
    /^\/\/\/\s*- [^:]+: (?:[Ww]hat|[Hh]ow|[Ww]hether|[Ww]ho|[Ww]hom|[Ww]here|[Ww]hich|[Ww]hy|[Ww]hen)\b/
  let sentenceEnd = /[.!?:;](?=\s|$|")/
  let compound = /\w[-_\/.]\w/
  let nameParts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/
  let commas = /\s*,\s*/

  // Literals of the pages' scripts.
  let scriptLiteral = /"((?:[^"\\]|\\.)*)"(?!:)|`([^`]*)`/
  /// A single word is text for people in places that only people read.
  let scriptText =
    /(?:\}|\)), "([A-Z][a-z]+[.:]?)"\)|(?:"aria-label"|\btitle|\bplaceholder|\balt): "([^"]*[A-Za-z][^"]*)"|\.(?:alt|title|placeholder|textContent) = ["`]([A-Z][^"`$]*)|\bsetText\([^"`]*"([A-Z][a-z]+[^"]*)"/
  let substitution = /\$\{[^}]*\}+/
  let twoWords = /(?:^|[ ·“(])[A-Za-zÀ-ÿ’]{2,} [A-Za-zÀ-ÿ’]{2,}(?:$|[ .,:;!?”)…])/

  // References of documents.
  let codeOrComment = /`[^`]*`|<!--.*?-->/
  let link = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/
  let linkDefinition = /^\s*\[[^\]]+\]:\s*(\S+)/
  let scheme = /^[a-z][a-z0-9+.-]*:/
  let suite = /`([A-Z]\w*Tests)(?:\/[^`]*)?`/
  let pageTest = /`(?:Tests\/page\/)?(test_\w+\.py)`/

  // Declarations and statements of Swift.
  let timeLimit = /\.timeLimit\(\.minutes\((\d+)\)\)/
  let openType = /^(?:.*\)\s+|@Suite\s+)?(?:(?:private|fileprivate|final)\s+)*(?:struct|class|enum|actor)\s+(\w+)/
  let typeReference = /`+\[?([A-Z]\w*(?:\.[A-Z]\w*)*)(?:\.[a-z]\w*(?:\([^`]*\))?)?[\]?]*`/
  let importStatement =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
  let appended = /([\w$]+)\.append\(/
  let comparison = /[<>]/
}
