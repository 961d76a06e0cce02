import { z } from 'zod'
import { WebUrl } from './address.ts'

export const InstallQuery = z.object({
  url: WebUrl.optional().describe('The page to look at; the website if left out.'),
})
export type InstallQuery = z.infer<typeof InstallQuery>

export const InstallCheck = z
  .object({
    url: z.string().describe('The page that was looked at, where redirects ended.'),
    reachable: z.boolean(),
    installed: z.boolean().describe('The script tag of this site is on the page.'),
    reason: z.string().nullable().describe('What is to be put right, in words.'),
  })
  .meta({ id: 'InstallCheck' })
export type InstallCheck = z.infer<typeof InstallCheck>
