/** The relative change of a figure from the previous one. */
export type Change = { kind: 'more' | 'less'; by: number } | { kind: 'same' | 'first' | 'none' }

/** `first`: the previous one was zero. `none`: both are zero. */
export function changeOf(now: number, before: number): Change {
  if (before === 0) return { kind: now === 0 ? 'none' : 'first' }
  if (now === before) return { kind: 'same' }
  return { kind: now > before ? 'more' : 'less', by: Math.abs(now - before) / before }
}
