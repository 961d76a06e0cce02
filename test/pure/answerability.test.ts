import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, threshold } from '../../server/features/knowledge/answerability.ts'
import { fuse, nearHits } from '../../server/features/knowledge/order.ts'
import type { Likeness, Term } from '../../server/features/knowledge/question.ts'
import {
  inverseFrequency,
  type Known,
  type WeightedTerm,
  weightTerms,
} from '../../server/features/knowledge/scoring.ts'

/** A term whose lexeme has this number and is in this many of 100 passages; 0 if the knowledge lacks it. */
const term = (number: number, passages: number, more: Partial<Term> & { likeness?: Likeness } = {}): WeightedTerm => {
  const { likeness = 'own', asking = false } = more
  const known = new Map<string, Known>(passages > 0 ? [[`l${number}`, { number, passages }]] : [])
  const [weighted] = weightTerms(
    [{ word: `w${number}`, asking, lexemes: new Map([[`l${number}`, likeness]]) }],
    known,
    100,
  )
  return weighted as WeightedTerm
}

const hit = (...lexemes: number[]) => ({ lexemes, score: lexemes.length })

describe('a question is covered', () => {
  test('if one passage contains its subject', () => {
    const judgement = judge([term(1, 4), term(2, 6)], [hit(1, 2), hit(1)])
    expect(judgement).toEqual({ isAbout: true, covered: true, relevance: [1, expect.any(Number)], good: [0] })
    expect(judgement.relevance[1]).toBeLessThan(threshold)
  })

  test('not if each half is in another passage', () => {
    expect(judge([term(1, 4), term(2, 4)], [hit(1), hit(2)])).toMatchObject({ covered: false, good: [] })
  })

  test('not if the knowledge lacks the requested thing', () => {
    expect(judge([term(1, 5), term(2, 0)], [hit(1)])).toMatchObject({ covered: false })
    expect(judge([term(1, 5), term(3, 5), term(2, 0)], [hit(1, 3)])).toMatchObject({ covered: true })
  })

  test('not by words that are in every question', () => {
    const asking = { asking: true }
    expect(judge([term(1, 20, asking), term(2, 9, asking)], [hit(1, 2)])).toMatchObject({ covered: false })
    expect(judge([term(1, 20, asking), term(2, 9)], [hit(1)])).toMatchObject({ covered: false })
    expect(judge([term(1, 20, asking), term(2, 9)], [hit(2)])).toMatchObject({ covered: true })
  })

  test('by synonyms as well, though less surely', () => {
    const [own] = judge([term(1, 5)], [hit(1)]).relevance
    const [other] = judge([term(1, 5, { likeness: 'same' })], [hit(1)]).relevance
    const [slip] = judge([term(1, 5, { likeness: 'near' })], [hit(1)]).relevance
    expect(own).toBe(1)
    expect(other).toBeLessThan(1)
    expect(slip).toBeLessThan(other as number)
    expect(slip).toBeGreaterThan(threshold)
  })

  test('never without hits or without words', () => {
    expect(judge([term(1, 5)], [])).toEqual({ isAbout: true, covered: false, relevance: [], good: [] })
    expect(judge([], [hit(1)])).toEqual({ isAbout: false, covered: false, relevance: [0], good: [] })
  })

  test('by the top hits: lower ones share words by chance', () => {
    expect(judge([term(1, 5)], [hit(), hit(), hit(), hit(1)])).toMatchObject({
      covered: false,
      relevance: [0, 0, 0, 1],
    })
  })
})

describe('the quotable passages', () => {
  test('are those near the most relevant one, best first', () => {
    const terms = [term(1, 4), term(2, 4), term(3, 4)]
    const hits = [
      { lexemes: [1, 2], score: 9 },
      { lexemes: [1, 2, 3], score: 8 },
      { lexemes: [3], score: 7 },
    ]
    expect(judge(terms, hits).good).toEqual([1, 0])
  })

  test('are, for any question, among the hits, above the threshold, and covered', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(100), fc.boolean())),
        fc.array(numbers),
        (asked, found) => {
          const terms = asked.map(([number, passages, asking]) => term(number, passages, { asking }))
          const { covered, relevance, good } = judge(
            terms,
            found.map((lexemes) => hit(...lexemes)),
          )
          expect(covered).toBe(good.length > 0)
          expect(relevance).toHaveLength(found.length)
          for (const one of relevance) expect(one >= 0 && one <= 1 + 1e-9).toBe(true)
          for (const place of good) expect(relevance[place]).toBeGreaterThanOrEqual(threshold)
        },
      ),
    )
  })
})

describe('the weight of a term', () => {
  test('is that of BM25, lower for synonyms and question words', () => {
    const idf = Math.log(1 + (100 - 5 + 0.5) / (5 + 0.5))
    expect(inverseFrequency(100, 5)).toBeCloseTo(idf)
    expect(term(1, 5).lists[0]?.weight).toBeCloseTo(2.2 * idf)
    expect(term(1, 5, { likeness: 'same' }).lists[0]?.weight).toBeCloseTo(0.5 * 2.2 * idf)
    expect(term(1, 5, { asking: true }).lists[0]?.weight).toBeCloseTo(0.5 * 2.2 * idf)
  })

  test('is never higher for a synonym than for the word itself', () => {
    const lexemes = new Map<string, Likeness>([
      ['common', 'own'],
      ['rare', 'same'],
    ])
    const known = new Map([
      ['common', { number: 1, passages: 60 }],
      ['rare', { number: 2, passages: 1 }],
    ])
    const [one] = weightTerms([{ word: 'common', asking: false, lexemes }], known, 100)
    const [own, other] = one?.lists ?? []
    expect(other?.weight).toBeCloseTo((own?.weight ?? 0) / 2)
  })

  test('decides which words of a long question are searched for', () => {
    const terms = Array.from(
      { length: 90 },
      (_, at): Term => ({ word: `w${at}`, asking: false, lexemes: new Map([[`l${at}`, 'own']]) }),
    )
    const known = new Map(terms.map((_, at) => [`l${at}`, { number: at, passages: at + 1 }]))
    const kept = weightTerms(terms, known, 100)
    expect(kept).toHaveLength(32)
    expect(kept.map(({ word }) => word)).toEqual(terms.slice(0, 32).map(({ word }) => word))
  })
})

describe('keyword and semantic hits', () => {
  const hit = (id: string, keyword: number | null, closeness: number, relevance = 0) => ({
    ...{ id, keyword, closeness, relevance },
  })
  const idsOf = (hits: { id: string }[]) => hits.map(({ id }) => id).join('')

  test('are merged by their scores: of keywords relative to the best, of meaning by the square of closeness', () => {
    const [a, b, c] = [hit('a', 8, 0, 1), hit('b', 4, 0.1, 0.5), hit('c', null, 0.5)]
    const fused = fuse([a, b], [c, b])
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['a', 1],
      ['b', 0.509],
      ['c', 0.225],
    ])
    expect(idsOf(fuse([a, hit('b', 7, 0.5)], [c]))).toBe('bac')
    expect(fuse([], [])).toEqual([])
  })

  test('by words alone keep their order, also if they contain none of the question', () => {
    expect(idsOf(fuse([hit('a', 3, 0, 0.5), hit('b', 2, 0, 0.9)], []))).toBe('ab')
    expect(idsOf(fuse([hit('a', 3, 0), hit('b', 2, 0)], []))).toBe('ab')
  })

  test('of words count little if they contain little of the question', () => {
    const c = hit('c', null, 0.3)
    expect(idsOf(fuse([hit('a', 8, 0, 0.2)], [c]))).toBe('ca')
    expect(idsOf(fuse([hit('a', 8, 0.02, 1)], [c]))).toBe('ac')
  })

  test('are read if they are about as close as the nearest, but not if all are far', () => {
    const read = (...closeness: number[]) => nearHits(closeness.map((one) => ({ closeness: one }))).size
    expect(read(0.5, 0.41, 0.39)).toBe(2)
    expect(read(0.11, 0.1, 0.095)).toBe(2)
    expect(read(0.09, 0)).toBe(0)
    expect(read()).toBe(0)
  })
})
