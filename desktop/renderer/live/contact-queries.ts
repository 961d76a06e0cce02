import { queryOptions } from '@tanstack/react-query'
import type { Desk } from './desk.tsx'

/** The cache keys of contact lists, by site. A single contact has the same key as in the inbox. */
export const contactKeys = {
  lists: (site: string) => ['site', site, 'contacts'] as const,
  list: (site: string, filter: string) => ['site', site, 'contacts', filter] as const,
  bulkChanges: (site: string) => ['site', site, 'bulk-changes'] as const,
  tags: (site: string) => ['site', site, 'contact-tags'] as const,
  definitions: (site: string) => ['site', site, 'attribute-definitions'] as const,
}

type From = Pick<Desk, 'client' | 'site'>

/** The contact tags of the site. */
export const tagsQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: contactKeys.tags(site.id),
    queryFn: () => client.contactTags.list.query({ site: site.id }),
    staleTime: 0,
  })

/** The contact attributes of the site, for those who may read its settings. */
export const definitionsQuery = ({ client, site, mayManage }: From & Pick<Desk, 'mayManage'>) =>
  queryOptions({
    queryKey: contactKeys.definitions(site.id),
    queryFn: () => client.attributes.list.query({ site: site.id, entity: 'contact' }),
    enabled: mayManage,
    staleTime: 0,
  })

/** The attributes of contacts and conversations. */
export const allDefinitionsQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: [...contactKeys.definitions(site.id), 'all'],
    queryFn: () => client.attributes.list.query({ site: site.id }),
    staleTime: 0,
  })
