internal import LabelDrawing
internal import Wire

extension LabelLayoutResource {
  init(_ layout: LabelLayout) {
    self.init(
      names: (layout.id, layout.name, layout.paperName), grid: (layout.columns, layout.rows),
      label: (layout.width, layout.height), corner: (layout.left, layout.top), pitch: (layout.pitchX, layout.pitchY),
      inset: (layout.insetX, layout.insetY),
      sheet: ((layout.paperSize.width, layout.paperSize.height), layout.isRoll))
  }
}
