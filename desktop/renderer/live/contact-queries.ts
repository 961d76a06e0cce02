import { queryOptions } from '@tanstack/react-query'
import type { Desk } from './desk.tsx'

/** Where answers of the server about lists of contacts are kept, by site. One contact is where the inbox has it too. */
export const contactKeys = {
  lists: (site: string) => ['site', site, 'contacts'] as const,
  list: (site: string, filter: string) => ['site', site, 'contacts', filter] as const,
  tags: (site: string) => ['site', site, 'contact-tags'] as const,
  definitions: (site: string) => ['site', site, 'attribute-definitions'] as const,
}

type From = Pick<Desk, 'client' | 'site'>

/** The tags that contacts of the site may have. */
export const tagsQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: contactKeys.tags(site.id),
    queryFn: () => client.contactTags.list.query({ site: site.id }),
    staleTime: 0,
  })

/** What the site wants to know of its contacts; for those who may read its settings. */
export const definitionsQuery = ({ client, site, mayManage }: From & Pick<Desk, 'mayManage'>) =>
  queryOptions({
    queryKey: contactKeys.definitions(site.id),
    queryFn: () => client.attributes.list.query({ site: site.id, entity: 'contact' }),
    enabled: mayManage,
    staleTime: 0,
  })

/** What the site wants to know of contacts and of conversations. */
export const allDefinitionsQuery = ({ client, site }: From) =>
  queryOptions({
    queryKey: [...contactKeys.definitions(site.id), 'all'],
    queryFn: () => client.attributes.list.query({ site: site.id }),
    staleTime: 0,
  })
