import type { Display, Rectangle } from 'electron'
import { z } from 'zod'

const whole = z.number().int().min(-100_000).max(100_000)

/** The last position and size of the window. */
export const WindowState = z.object({ x: whole, y: whole, width: whole, height: whole, maximized: z.boolean() })
export type WindowState = z.infer<typeof WindowState>

export const smallest = { width: 360, height: 480 }
const usual = { width: 1280, height: 840 }
/** This much of the window must be on a screen, so that it can be moved. */
const grip = { width: 120, height: 40 }

/**
 * The position of the window: where it was if a screen is still there, otherwise centred on the first screen; never
 * larger than the screen.
 */
export function placeWindow(
  kept: WindowState | undefined,
  displays: Pick<Display, 'workArea'>[],
  primary: Pick<Display, 'workArea'>,
): Rectangle {
  const home = kept && displays.find(({ workArea }) => overlaps(kept, workArea))
  const { workArea } = home ?? primary
  const width = Math.min(Math.max(kept?.width ?? usual.width, smallest.width), workArea.width)
  const height = Math.min(Math.max(kept?.height ?? usual.height, smallest.height), workArea.height)
  if (kept && home) return { x: kept.x, y: Math.max(kept.y, workArea.y), width, height }
  const middle = (from: number, room: number, size: number) => from + Math.floor((room - size) / 2)
  return {
    x: middle(workArea.x, workArea.width, width),
    y: middle(workArea.y, workArea.height, height),
    width,
    height,
  }
}

/** Whether the top edge, by which windows are moved, is reachable on this screen. */
function overlaps(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const isInReach = window.y + grip.height > screen.y && window.y + grip.height <= screen.y + screen.height
  return across >= grip.width && isInReach
}
