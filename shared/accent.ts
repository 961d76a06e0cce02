// This file does not import zod, because the dashboard uses it too.

type Rgb = [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** The luminance of the chat's surfaces, at the worse end, so that readable colours are readable everywhere. */
const surfaces = { light: 0.94, dark: 0.025 }

/** Colours derived from a site's accent, as values of CSS custom properties. */
export type AccentColours = {
  '--accent': string
  '--on-accent': string
  '--accent-text': string
  '--accent-edge': string
}

/**
 * The accent and readable colours for it: text on it becomes black or white by luminance, and the accent itself is
 * darkened or lightened until it contrasts with the surface.
 * @param accent `#rgb` or `#rrggbb`; undefined for anything else
 */
export function accentColours(accent: string): AccentColours | undefined {
  const colour = parseHex(accent)
  if (!colour) return undefined
  const both = (ratio: number) =>
    `light-dark(${toHex(apart(colour, surfaces.light, ratio))}, ${toHex(apart(colour, surfaces.dark, ratio))})`
  return {
    '--accent': toHex(colour),
    '--on-accent': onColour(colour),
    '--accent-text': both(4.5),
    '--accent-edge': both(3),
  }
}

/** The contrast of two luminances: from 1 (none) to 21. */
export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function parseHex(text: string): Rgb | undefined {
  const [, digits = ''] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? []
  if (!digits) return undefined
  const size = digits.length / 3
  return [0, 1, 2].map((at) => Number.parseInt(digits.slice(at * size, (at + 1) * size).repeat(3 - size), 16)) as Rgb
}

const onColour = (colour: Rgb) =>
  contrast(luminance(colour), luminance(white)) >= contrast(luminance(colour), luminance(black)) ? '#ffffff' : '#000000'

/** The colour, mixed with black or white until it reaches the contrast with the surface. */
function apart(colour: Rgb, surface: number, ratio: number): Rgb {
  const goal = surface > 0.5 ? black : white
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = colour.map((part, at) => Math.round(part + ((goal[at] as number) - part) * share)) as Rgb
    if (contrast(luminance(mixed), surface) >= ratio) return mixed
  }
  return goal
}

const toHex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
