/** To be written by its owner. */
export function JobList({ query }: { query: string }) {
  return <main data-query={query} />
}
