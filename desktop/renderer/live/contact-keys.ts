/** Where answers of the server about lists of contacts are kept, by site. One contact is where the inbox has it too. */
export const contactKeys = {
  lists: (site: string) => ['site', site, 'contacts'] as const,
  list: (site: string, filter: string) => ['site', site, 'contacts', filter] as const,
  tags: (site: string) => ['site', site, 'contact-tags'] as const,
  definitions: (site: string) => ['site', site, 'attribute-definitions'] as const,
}
