import { useQuery } from '@tanstack/react-query'
import { useDesk } from './desk.tsx'
import { keys } from './keys.ts'

/** A contact with its conversations, notes and callbacks. */
export function useLead(id: string) {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: keys.lead(site.id, id),
    queryFn: () => client.leads.get.query({ site: site.id, id }),
  })
}
