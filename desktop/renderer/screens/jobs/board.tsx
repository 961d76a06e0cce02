/** To be written by its owner. */
export function Board({ query }: { query: string }) {
  return <main data-query={query} />
}
