import { z } from 'zod'
import { Action } from './action.ts'
import { WebUrl } from './address.ts'
import { line, text } from './text.ts'

export const Shortcut = z
  .object({
    id: line(64, 1),
    label: line(200, 1),
    description: text(300).optional(),
    icon: line(64).default(''),
    action: Action,
  })
  .meta({ id: 'Shortcut', description: 'A button on the home screen.' })
export type Shortcut = z.infer<typeof Shortcut>

export const HomeLinks = z
  .object({
    title: line(200),
    items: z.array(z.object({ label: line(200, 1), url: WebUrl, description: text(300).optional() })).max(10),
  })
  .meta({ id: 'HomeLinks' })
export type HomeLinks = z.infer<typeof HomeLinks>

/** What the widget shows before the first message. */
export const Home = z.object({
  title: line(200).default(''),
  subtitle: line(300).default(''),
  shortcuts: z.array(Shortcut).max(8, 'Must have at most eight shortcuts.').default([]),
  links: HomeLinks.nullable().default(null),
})
export type Home = z.infer<typeof Home>
