import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { exact, line } from './text.ts'

export const SavedView = z
  .object({
    id: z.string().describe('Begins with `view_`.'),
    name: z.string(),
    query: z.string().describe('The parameters of `GET /conversations`, such as `status=live&assigned=me&q=bike`.'),
    shared: z.boolean().describe('Whether the whole team sees it, or only its author.'),
    createdBy: z.string().describe('An email or `key:<key_id>`.'),
    createdAt: Milliseconds,
  })
  .meta({ id: 'SavedView', description: 'A named set of filters of the inbox.' })
export type SavedView = z.infer<typeof SavedView>

/** The maximum per site. */
export const maxSavedViews = 500

export const SavedViewList = z.object({ items: z.array(SavedView) }).meta({ id: 'SavedViewList' })
export type SavedViewList = z.infer<typeof SavedViewList>

export const NewSavedView = z
  .object({ name: line(40, 1), query: exact(1000, 1), shared: z.boolean().default(false) })
  .meta({ id: 'NewSavedView' })
export type NewSavedView = z.infer<typeof NewSavedView>
