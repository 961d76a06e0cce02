import { z } from 'zod'
import { WebUrl } from './address.ts'
import { isShortName, keysWithin, shortNameRule } from './attribute.ts'
import { Color } from './color.ts'
import { rule } from './fault.ts'
import { FieldName, FormFields } from './form.ts'
import { Home } from './home.ts'
import { exact, line, text } from './text.ts'

const product = 'Frontdesk'

/** A pattern of page paths, such as `/services/**`. Few stars, so that matching stays fast whatever is written. */
export const Glob = line(200, 1)
  .refine((glob) => /^[/*]/.test(glob), rule('glob_start', 'Must begin with / or *.'))
  .refine(
    (glob) => (glob.match(/\*+/g)?.length ?? 0) <= 8,
    rule('glob_wildcards', 'Must have at most eight wildcards.', { max: 8 }),
  )
  .refine(
    (glob) => !/[{}()[\]!\\]/.test(glob),
    rule('glob_characters', 'Must not hold { } ( ) [ ] ! or \\; * and ** are the wildcards.', {
      characters: '{ } ( ) [ ] ! \\',
    }),
  )
  .describe('A path pattern: `*` stands for one part, `**` for any number of them.')

export const Position = z.enum(['left', 'right'])
export const Consent = z
  .enum(['none', 'notice', 'required'])
  .describe('notice: the privacy page is named; required: the visitor agrees before the first message.')
const id = line(64, 1)

/** The custom properties of shared/tokens.css that a site may set for its widget. */
export const brandTokens = [
  ...['--radius-control', '--radius-card', '--radius-window', '--radius-full', '--font', '--font-mono', '--type-chat'],
  ...['--bg', '--surface', '--raised', '--border', '--edge', '--text', '--muted', '--accent', '--on-accent'],
  ...['--waiting', '--live', '--danger', '--ai', '--shadow-float', '--motion'],
]

const loads = /url|image|src|element|expression|\/\*/i

/** Whether a value of a CSS custom property stays one: nothing in it ends the declaration, swallows the next or loads something. */
const isPlainCss = (value: string) =>
  /^[\w #.,%()+*/-]*$/.test(value) && !loads.test(value) && depthsOf(value).every((depth) => depth >= 0)

/** How deep the parentheses are after each character, and below zero at the end where one stays open. */
function depthsOf(value: string): number[] {
  let depth = 0
  const depths = [...value].map((sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    return depth
  })
  return [...depths, -depth]
}

const Brand = z.object({
  agentName: line(60).optional(),
  accent: Color.optional(),
  avatar: WebUrl.optional(),
  theme: z.enum(['light', 'dark', 'auto']).optional(),
  tokens: z
    .record(z.string(), exact(200).refine(isPlainCss, 'Must be a plain CSS value, without url() or punctuation.'))
    .check(keysWithin(100, isShortName, shortNameRule))
    .optional()
    .describe(
      'CSS custom properties to set, such as --radius-window; names that the widget does not know are ignored.',
    ),
})

const Launcher = z.object({
  position: Position.optional(),
  label: line(60).optional(),
  shape: z.enum(['circle', 'pill']).optional(),
  icon: line(64).optional(),
  offset: z
    .object({ x: z.int().min(0).max(500), y: z.int().min(0).max(500) })
    .optional()
    .describe('Pixels.'),
  hideOnPaths: z.array(Glob).max(50).optional(),
})

const Teaser = z.object({
  text: line(300).optional(),
  afterScroll: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Shown once this much of the page, in percent, was scrolled.'),
  paths: z.array(Glob).max(50).optional(),
})

const Step = z
  .object({
    field: FieldName,
    ask: text(500, 1),
    input: z.enum(['choice', 'text']),
    choices: z.array(line(200, 1)).min(1).max(20).optional(),
  })
  .refine((step) => step.input !== 'choice' || step.choices !== undefined, {
    ...rule('options_missing', 'A choice needs choices.'),
    path: ['choices'],
  })

/** Questions that are asked one after the other without the assistant; the answers make one message. */
export const Flow = z
  .object({
    id,
    title: line(200).optional(),
    steps: z.array(Step).min(1).max(20),
    submit: z.object({
      as: z.literal('message'),
      template: text(4000, 1).describe('`{field}` stands for the answer of that step.'),
    }),
  })
  .meta({ id: 'Flow' })
export type Flow = z.infer<typeof Flow>

/** A form that a shortcut or the assistant can open. */
export const InlineForm = z
  .object({ id, title: line(200).optional(), fields: FormFields.min(1), submitLabel: line(80).optional() })
  .meta({ id: 'InlineForm' })
export type InlineForm = z.infer<typeof InlineForm>

const Strings = z
  .record(z.string(), line(500))
  .check(keysWithin(200, isShortName, shortNameRule))
  .refine((strings) => strings.poweredBy === undefined || strings.poweredBy.includes(product), {
    ...rule('name_missing', `Must name ${product}.`, { name: product }),
    path: ['poweredBy'],
  })
  .describe('Words of the widget in place of its own, such as poweredBy, talkToPerson, liveStatus, attach, fileFailed.')

const differ = (list: { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length
const Flows = z.array(Flow).max(20).refine(differ, rule('ids_differ', 'Ids must be different.'))
const InlineForms = z.array(InlineForm).max(20).refine(differ, rule('ids_differ', 'Ids must be different.'))

/** How the widget looks and what it says, without what has a setting of its own: botName, accent, position and launcherIcon. */
export const widgetLook = {
  brand: Brand.omit({ agentName: true, accent: true }),
  launcher: Launcher.omit({ position: true, icon: true }),
  teaser: Teaser,
  flows: Flows,
  forms: InlineForms,
  strings: Strings,
}

/** The section `widget` of a site in the configuration file. Everything may be left out. */
export const WidgetConfig = z
  .object({
    brand: Brand.optional(),
    launcher: Launcher.optional(),
    home: Home.optional(),
    teaser: Teaser.optional(),
    flows: Flows.optional(),
    forms: InlineForms.optional(),
    strings: Strings.optional(),
    privacyUrl: WebUrl.optional(),
    consent: Consent.optional(),
  })
  .meta({ id: 'WidgetConfig' })
export type WidgetConfig = z.infer<typeof WidgetConfig>
