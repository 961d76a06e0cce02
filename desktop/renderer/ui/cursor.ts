/** Where the keys stand in a list: at the same row wherever it moves; where it left the list, at whatever took its place. */
export function placeOf(rows: readonly { id: string }[], id: string | null, before: number): number {
  const at = rows.findIndex((row) => row.id === id)
  return at >= 0 ? at : Math.min(before, rows.length - 1)
}
