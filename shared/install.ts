import { z } from 'zod'
import { WebUrl } from './address.ts'

export const InstallQuery = z.object({
  url: WebUrl.optional().describe('The page to check. Defaults to the website.'),
})
export type InstallQuery = z.infer<typeof InstallQuery>

export const InstallCheck = z
  .object({
    url: z.string().describe('The page that was checked, after redirects.'),
    reachable: z.boolean(),
    installed: z.boolean().describe("Whether the page contains this site's script tag."),
    reason: z.string().nullable().describe('What needs to be fixed, as text.'),
  })
  .meta({ id: 'InstallCheck' })
export type InstallCheck = z.infer<typeof InstallCheck>
