import type { Frame } from './item.ts'

const maxFrames = 1_000

/** The last events of the log, for all sites, so that clients who reconnect soon need no database query. */
export function createRecent() {
  let frames: Frame[] = []
  let from = 0
  return {
    /** Everything after this position is included. */
    from: () => from,
    /** Starts following the log at this position. */
    begin(position: number) {
      frames = []
      from = position
    },
    add(frame: Frame) {
      frames.push(frame)
      // Cut in half, so that a frame is moved at most once.
      if (frames.length <= maxFrames) return
      from = (frames[maxFrames / 2 - 1] as Frame).seq
      frames = frames.slice(maxFrames / 2)
    },
    /** The events after a position, oldest first. */
    after(position: number): Frame[] {
      const first = firstAfter(frames, position)
      return first === frames.length ? [] : frames.slice(first)
    },
  }
}

function firstAfter(frames: Frame[], position: number): number {
  let low = 0
  let high = frames.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((frames[middle] as Frame).seq <= position) low = middle + 1
    else high = middle
  }
  return low
}
