/** Where answers of the server about the knowledge are kept, by site: all of it lies below the first. */
export const knowledgeKeys = {
  all: (site: string) => ['site', site, 'knowledge'] as const,
  status: (site: string) => ['site', site, 'knowledge', 'status'] as const,
  runs: (site: string) => ['site', site, 'knowledge', 'runs'] as const,
  allPages: (site: string) => ['site', site, 'knowledge', 'pages'] as const,
  pages: (site: string, status = '', q = '') => ['site', site, 'knowledge', 'pages', status, q] as const,
  passages: (site: string, page: string) => ['site', site, 'knowledge', 'passages', page] as const,
  gaps: (site: string, ...status: string[]) => ['site', site, 'knowledge', 'gaps', ...status] as const,
  files: (site: string) => ['site', site, 'knowledge', 'files'] as const,
  facts: (site: string) => ['site', site, 'knowledge', 'facts'] as const,
  entries: (site: string) => ['site', site, 'knowledge', 'entries'] as const,
}
