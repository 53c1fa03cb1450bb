/** Cases that are not compared, by id, each with the reason. What is decided otherwise stands in docs/reference/templates.md. */
export const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'tojson is compact, keeps the order of keys and escapes nothing': [
      ...['382', '473', '478', '479', '480', '485', '489', '490', '491', '492', '735'],
      ...['f47', 'f335', 'f457', 'f1192', 'f1809', 'f2288'],
    ],
    'default replaces none too': ['256', 'f1070', 'f2737'],
    'int and float of an undefined value give the default': ['241', 'f1046', 'f2064', 'f2697'],
    'the own key of a mapping comes before a method': ['625'],
    'the context cannot be changed': ['607', '611', '612'],
    'there are no bytes': ['610'],
    'JSON read by JavaScript makes 1.0 an integer and rounds integers above 2^53': [
      '78',
      '721',
      '722',
      '739',
    ],
    "Jinja2 trips over its own constant folding ('inf' becomes a name)": ['328'],
  }).flatMap(([reason, ids]) => ids.map(id => [id, reason] as const)),
);
