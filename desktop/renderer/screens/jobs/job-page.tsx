/** To be written by its owner. */
export function JobPage({ id }: { id: string }) {
  return <main data-id={id} />
}
