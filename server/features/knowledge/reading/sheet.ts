/** A text that is written block by block, up to a size. */
export type Sheet = {
  /** That the text names itself; empty until it does. */
  language: string
  /** Adds a block of Markdown; what does not fit any more is left away. */
  add(block: string): void
  isFull(): boolean
  /** Whether a text of this length has no room in it. */
  isFullAt(length: number): boolean
  /** Says that there is more which nobody will add. */
  leaveRest(): void
  text(): string
}

export function createSheet(most: number): Sheet {
  const blocks: string[] = []
  let room = most
  let isFull = false
  return {
    language: '',
    add(block) {
      const text = block.trim()
      if (text === '' || isFull) return
      isFull = text.length > room
      blocks.push(isFull ? cutAtEnd(text, room) : text)
      room -= text.length + 2
    },
    isFull: () => isFull,
    isFullAt: (length) => length > most,
    leaveRest() {
      isFull = true
    },
    text: () => blocks.join('\n\n').trim(),
  }
}

/** The beginning of a text, up to the end of a paragraph, a line or a word. */
function cutAtEnd(text: string, length: number): string {
  const whole = text.slice(0, Math.max(0, length))
  for (const end of ['\n\n', '\n', ' ']) {
    const at = whole.lastIndexOf(end)
    if (at > whole.length / 2) return whole.slice(0, at)
  }
  return whole
}
