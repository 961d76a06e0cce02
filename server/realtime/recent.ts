import type { Frame } from './item.ts'

const mostFrames = 1_000

/** The last events of the log, of all sites, so that whoever comes back soon is told what it missed without the database. */
export function createRecent() {
  let frames: Frame[] = []
  let from = 0
  return {
    /** Everything after this place is here. */
    from: () => from,
    /** Says that the log is followed from this place on. */
    begin(position: number) {
      frames = []
      from = position
    },
    add(frame: Frame) {
      frames.push(frame)
      // Cut by the half, so that a frame is moved once at most.
      if (frames.length <= mostFrames) return
      from = (frames[mostFrames / 2 - 1] as Frame).seq
      frames = frames.slice(mostFrames / 2)
    },
    /** What came after a place, oldest first. */
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
