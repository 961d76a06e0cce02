// This file does not import zod, because the dashboard uses it too.

/** Black or white, whichever has the higher WCAG contrast on the colour. */
export function textOn(color: string): '#000' | '#fff' {
  const digits = color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').slice(1)
  const [red, green, blue] = [0, 2, 4].map((at) => (Number.parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.18 ? '#000' : '#fff'
}
