extension KeyboardLayout {
  /// All layouts; the first is the factory setting of scanners.
  package static let all = [us, uk, de, fr, es, it]

  package static let us = KeyboardLayout(
    "us", "American",
    rows: [
      .plain: ["`1234567890-=", "qwertyuiop[]", "asdfghjkl;'\\", "\\zxcvbnm,./"],
      .shift: ["~!@#$%^&*()_+", "QWERTYUIOP{}", "ASDFGHJKL:\"|", "|ZXCVBNM<>?"],
    ])

  package static let uk = KeyboardLayout(
    "uk", "British",
    rows: [
      .plain: ["`1234567890-=", "qwertyuiop[]", "asdfghjkl;'#", "\\zxcvbnm,./"],
      .shift: ["¬!\"£$%^&*()_+", "QWERTYUIOP{}", "ASDFGHJKL:@~", "|ZXCVBNM<>?"],
      .altGr: ["¦   €", "  é   úíó", "á"],
      .shiftAltGr: ["", "  É   ÚÍÓ", "Á"],
    ])

  package static let de = KeyboardLayout(
    "de", "German",
    rows: [
      .plain: ["^1234567890ß´", "qwertzuiopü+", "asdfghjklöä#", "<yxcvbnm,.-"],
      .shift: ["°!\"§$%&/()=?`", "QWERTZUIOPÜ*", "ASDFGHJKLÖÄ'", ">YXCVBNM;:_"],
      .altGr: ["  ²³   {[]}\\", "@ €        ~", "", "|      µ"],
    ], dead: [(41, .plain), (13, .plain), (13, .shift)], decimal: ",",
    // On Windows, caps lock shifts the digits in the layout "German", but not in "German (IBM)"; nor does it on Linux.
    capsLock: .unclear)

  package static let fr = KeyboardLayout(
    "fr", "French",
    rows: [
      .plain: ["²&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù*", "<wxcvbn,;:!"],
      .shift: [" 1234567890°+", "AZERTYUIOP¨£", "QSDFGHJKLM%µ", ">WXCVBN?./§"],
      .altGr: ["  ~#{[|`\\^@]}", "  €        ¤"],
    ], dead: [(26, .plain), (26, .shift), (3, .altGr), (8, .altGr)], capsLock: .everything)

  package static let es = KeyboardLayout(
    "es", "Spanish",
    rows: [
      .plain: ["º1234567890'¡", "qwertyuiop`+", "asdfghjklñ´ç", "<zxcvbnm,.-"],
      .shift: ["ª!\"·$%&/()=?¿", "QWERTYUIOP^*", "ASDFGHJKLÑ¨Ç", ">ZXCVBNM;:_"],
      .altGr: ["\\|@#~€¬", "  €       []", "          {}"],
    ], dead: [(26, .plain), (26, .shift), (40, .plain), (40, .shift), (5, .altGr)])

  package static let it = KeyboardLayout(
    "it", "Italian",
    rows: [
      .plain: ["\\1234567890'ì", "qwertyuiopè+", "asdfghjklòàù", "<zxcvbnm,.-"],
      .shift: ["|!\"£$%&/()=?^", "QWERTYUIOPé*", "ASDFGHJKLç°§", ">ZXCVBNM;:_"],
      .altGr: ["     €", "  €       []", "         @#"],
      .shiftAltGr: ["", "          {}"],
    ])
}
