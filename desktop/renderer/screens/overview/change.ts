/** How a figure stands to the one before: by what share of it more or less. */
export type Change = { kind: 'more' | 'less'; by: number } | { kind: 'same' | 'first' | 'none' }

/** `first`: there was nothing before. `none`: there is nothing now either. */
export function changeOf(now: number, before: number): Change {
  if (before === 0) return { kind: now === 0 ? 'none' : 'first' }
  if (now === before) return { kind: 'same' }
  return { kind: now > before ? 'more' : 'less', by: Math.abs(now - before) / before }
}
