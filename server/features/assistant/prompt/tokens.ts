/** The maximum tokens per character with common tokenizers, by script; the first match applies. */
const costs: [RegExp, number][] = [
  [/[a-z]/i, 0.31],
  [/[ \t]/, 0.1],
  [/\n/, 0.5],
  [/\p{ASCII}/u, 1],
  [/[\u0400-\u052f\u0370-\u03ff]/, 0.7],
  [/[\u0080-\u024f\u1e00-\u1eff\u2010-\u2026]/, 1],
  [/[\u0590-\u06ff\ufb1d-\ufdff\ufe70-\ufefc]/, 1],
  [/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/, 1.3],
]
const otherCost = 2

const costOfOther = (character: string): number => costs.find(([script]) => script.test(character))?.[1] ?? otherCost
const costOfAscii = Array.from({ length: 128 }, (_, code) => costOfOther(String.fromCharCode(code)))

/** The tokens of a text, estimated rather too high than too low. A lone surrogate costs as much as a character. */
export function countTokens(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += costOfAscii[text.charCodeAt(at)] ?? costOfOther(text.charAt(at))
  return Math.ceil(sum)
}

/** The overhead of a chat template per message. */
export const tokensAroundMessage = 8

/** Factors that correct the estimates of each model, learned from its server's counts. */
export type TokenScale = {
  of(model: string): number
  /** Records an unscaled estimate and the server's count; 0 if it does not count. */
  learn(model: string, estimated: number, counted: number): void
}

const maxModels = 50
const minScale = 0.8
const maxScale = 4
const margin = 1.1

/**
 * Remembers the error of the estimates for each model. An underestimate is corrected immediately, an overestimate
 * gradually, because servers do not count the cached part of a prompt.
 */
export function createTokenScale(): TokenScale {
  const scales = new Map<string, number>()
  const of = (model: string) => scales.get(model) ?? 1
  return {
    of,
    learn(model, estimated, counted) {
      if (estimated < 50 || counted <= 0) return
      const seen = counted / estimated
      const next = Math.max(of(model) * 0.98, seen * margin)
      if (!scales.has(model) && scales.size >= maxModels) scales.clear()
      scales.set(model, Math.min(Math.max(next, minScale), maxScale))
    },
  }
}
