/** Builds a text block by block, up to a maximum length. */
export type TextBuilder = {
  /** The language that the text declares; empty if it declares none. */
  language: string
  /** Adds a block of Markdown. What does not fit is dropped. */
  add(block: string): void
  isFull(): boolean
  /** Whether a text of this length does not fit. */
  isFullAt(length: number): boolean
  /** Marks the text as truncated, because more follows that nobody adds. */
  leaveRest(): void
  text(): string
}

export function createTextBuilder(max: number): TextBuilder {
  const blocks: string[] = []
  let room = max
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
    isFullAt: (length) => length > max,
    leaveRest() {
      isFull = true
    },
    text: () => blocks.join('\n\n').trim(),
  }
}

/** The beginning of a text, cut at the end of a paragraph, line or word. */
function cutAtEnd(text: string, length: number): string {
  const whole = text.slice(0, Math.max(0, length))
  for (const end of ['\n\n', '\n', ' ']) {
    const at = whole.lastIndexOf(end)
    if (at > whole.length / 2) return whole.slice(0, at)
  }
  return whole
}
