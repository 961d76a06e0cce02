/** Contacts that were chosen for a change, and the one from which a range begins. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null }

export const nothingSelected: Selection = { ids: new Set(), anchor: null }

/** Takes one in, or leaves it out; a range begins there from now on. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Takes in all from where the range begins to `id`; where nothing was chosen before, only that.
 * @param order the ids as they stand
 */
export function ranged({ ids, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)]
  if (to < 0) return { ids, anchor }
  const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
  return { ids: new Set([...ids, ...order.slice(first, last + 1)]), anchor: from < 0 ? id : anchor }
}

export const selectedAll = (order: readonly string[]): Selection => ({
  ids: new Set(order),
  anchor: order.at(-1) ?? null,
})

/** Those of the selection that are still there. */
export function withoutGone(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order)
  const ids = new Set([...selection.ids].filter((id) => there.has(id)))
  if (ids.size === selection.ids.size) return selection
  return { ids, anchor: selection.anchor !== null && there.has(selection.anchor) ? selection.anchor : null }
}
