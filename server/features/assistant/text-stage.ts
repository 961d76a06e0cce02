/** A step that text goes through while it is written. What comes out does not depend on how the text was cut up. */
export type Stage = {
  /** What can be shown of the text so far and was not shown yet. */
  push(text: string): string
  /** The text is over: what was held back. */
  end(): string
}

/** A stage that looks at one character (UTF-16 unit) after the other. */
export const characterStage = (take: (character: string) => string, end: () => string): Stage => ({
  push(text) {
    let out = ''
    for (let at = 0; at < text.length; at++) out += take(text.charAt(at))
    return out
  },
  end,
})

/** The stages one after the other. */
export const chain = (...stages: Stage[]): Stage => ({
  push: (text) => stages.reduce((rest, stage) => stage.push(rest), text),
  end: () => stages.reduce((rest, stage) => stage.push(rest) + stage.end(), ''),
})
