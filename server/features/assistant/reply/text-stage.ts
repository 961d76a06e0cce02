/** A filter for a text while it is written. The result does not depend on how the text is split into pieces. */
export type Stage = {
  /** The text that can now be shown. */
  push(text: string): string
  /** The text is complete. Returns what was held back. */
  end(): string
}

/** How much of a text is processed, and what is shown instead; undefined if more text is needed to decide. */
export type Read = (rest: string, isOver: boolean) => { length: number; text: string } | undefined

/**
 * Passes text on at once, except what `read` decides about.
 * @param begins the current pattern of where such a part may begin
 * @param pass converts the text before it
 */
export function scanStage(begins: () => RegExp, read: Read, pass = (text: string): string => text): Stage {
  let rest = ''
  const drain = (isOver: boolean): string => {
    let out = ''
    while (rest !== '') {
      const at = rest.search(begins())
      out += pass(at < 0 ? rest : rest.slice(0, at))
      rest = at < 0 ? '' : rest.slice(at)
      const found = rest === '' ? undefined : read(rest, isOver)
      if (!found) break
      out += found.text
      rest = rest.slice(found.length)
    }
    return out
  }
  return {
    push(text) {
      rest += text
      return drain(false)
    },
    end: () => drain(true),
  }
}

/** Connects stages in series. */
export const chain = (...stages: Stage[]): Stage => ({
  push: (text) => stages.reduce((rest, stage) => stage.push(rest), text),
  end: () => stages.reduce((rest, stage) => stage.push(rest) + stage.end(), ''),
})
