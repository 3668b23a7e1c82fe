internal import Deadwax
internal import LabelDrawing
internal import Wire

extension JSONWriter {
  mutating func layout(_ layout: LabelLayout) {
    object { json in
      json.member("id", layout.id)
      json.member("name", layout.name)
      json.member("paper", layout.paperName)
      json.member("columns", layout.columns)
      json.member("rows", layout.rows)
      json.member("width", millimetres: layout.width)
      json.member("height", millimetres: layout.height)
      json.member("left", millimetres: layout.left)
      json.member("top", millimetres: layout.top)
      json.member("pitchX", millimetres: layout.pitchX)
      json.member("pitchY", millimetres: layout.pitchY)
      json.member("insetX", millimetres: layout.insetX)
      json.member("insetY", millimetres: layout.insetY)
      json.member("paperWidth", millimetres: layout.paperSize.width)
      json.member("paperHeight", millimetres: layout.paperSize.height)
      json.member("isRoll", layout.isRoll)
    }
  }

  /// Writes a length in millimetres, to four decimal places, which lengths in inches need.
  private mutating func member(_ name: StaticString, millimetres value: Double) {
    key(name)
    raw("\((value * 10_000).rounded() / 10_000)")
  }

  mutating func labelJob(_ job: LabelJob) {
    object { json in
      json.member("id", job.id.text)
      json.member("layout", job.layout)
      json.member("symbol", job.form.rawValue)
      json.member("dpi", job.resolution)
      json.member("start", job.start)
      json.member("copiesOfEach", job.copiesOfEach)
      json.member("state", job.state.rawValue)
      json.member("sheets", job.sheets)
      json.member("labels", job.labels)
      json.member("done", job.done * job.copiesOfEach)
      json.key("skipped")
      json.array(job.skipped) { json, skipped in
        json.object { json in
          json.member("subject", skipped.subject)
          json.member("reason", skipped.reason)
        }
      }
      json.key("proof")
      json.object { json in
        json.member("clean", job.proof.clean)
        json.member("blur", job.proof.blur)
        json.member("noise", job.proof.noise)
        json.member("spread", job.proof.spread)
        json.member("total", job.proof.total)
      }
      json.member("missingGlyphs", job.missingGlyphs)
      json.member("problem", job.problem)
      json.member("detail", job.detail)
      json.member("createdAt", job.createdAt.description)
      json.member("printState", job.printState?.rawValue)
      json.member("printedAt", job.printedAt?.description)
      json.member("printOutput", job.printOutput)
      json.member("printCode", job.printCode)
    }
  }

  mutating func labelSeen(_ seen: Label.Seen) {
    object { json in
      json.member("code", seen.label.code)
      json.member("text", seen.label.heading.isEmpty ? seen.label.caption : seen.label.heading)
      json.member("seenAt", seen.at?.description)
      json.member("quality", part: seen.quality)
      json.member("reader", seen.reader)
    }
  }
}
