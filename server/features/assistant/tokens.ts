/** What a character costs at most with the tokenizers of common models, by script; the first that fits. */
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

/** How many tokens a model reads for this text, rather too many than too few. Half of a surrogate pair costs as much as a sign. */
export function countTokens(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += costOfAscii[text.charCodeAt(at)] ?? costOfOther(text.charAt(at))
  return Math.ceil(sum)
}

/** What a chat template puts around each message. */
export const tokensAroundMessage = 8

/** By how much the estimates of a model are multiplied, learned from what its server counted. */
export type TokenScale = {
  of(model: string): number
  /** Says what a prompt was taken for, unscaled, and what the server counted; 0: it does not count. */
  learn(model: string, estimated: number, counted: number): void
}

const mostModels = 50
const least = 0.8
const most = 4
const margin = 1.1

/**
 * Remembers how far the estimates are off, for each model. A prompt that was longer than thought corrects it at once,
 * one that was shorter by and by: servers leave out what they still know from the prompt before.
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
      if (!scales.has(model) && scales.size >= mostModels) scales.clear()
      scales.set(model, Math.min(Math.max(next, least), most))
    },
  }
}
