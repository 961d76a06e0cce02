import { z } from 'zod'
import { WebUrl } from './address.ts'
import { isShortName, keysWithin, shortNameRule } from './attribute.ts'
import { Color } from './color.ts'
import { rule } from './fault.ts'
import { FieldName, FormFields } from './form.ts'
import { Home } from './home.ts'
import { exact, line, text } from './text.ts'

const product = 'Frontdesk'

/**
 * A pattern for page paths, such as `/services/**`. The number of wildcards is limited, so that matching is always
 * fast.
 */
export const Glob = line(200, 1)
  .refine((glob) => /^[/*]/.test(glob), rule('glob_start', 'Must begin with / or *.'))
  .refine(
    (glob) => (glob.match(/\*+/g)?.length ?? 0) <= 8,
    rule('glob_wildcards', 'Must have at most eight wildcards.', { max: 8 }),
  )
  .refine(
    (glob) => !/[{}()[\]!\\]/.test(glob),
    rule('glob_characters', 'Must not contain { } ( ) [ ] ! or \\; * and ** are the wildcards.', {
      characters: '{ } ( ) [ ] ! \\',
    }),
  )
  .describe('A path pattern: `*` matches one segment, `**` any number of segments.')

export const Position = z.enum(['left', 'right'])
export const Consent = z
  .enum(['none', 'notice', 'required'])
  .describe('notice: shows a link to the privacy page. required: the visitor must agree before the first message.')
const id = line(64, 1)

/** The custom properties of shared/tokens.css that a site can set for its widget. */
export const brandTokens = [
  ...['--radius-control', '--radius-card', '--radius-window', '--radius-full', '--font', '--font-mono', '--type-chat'],
  ...['--bg', '--surface', '--raised', '--border', '--edge', '--text', '--muted', '--accent', '--on-accent'],
  ...['--waiting', '--live', '--danger', '--ai', '--shadow-float', '--motion'],
]

const loads = /url|image|src|element|expression|\/\*/i

/** Whether a CSS value is self-contained: it does not end the declaration, swallow the next one, or load anything. */
const isPlainCss = (value: string) =>
  /^[\w #.,%()+*/-]*$/.test(value) && !loads.test(value) && depthsOf(value).every((depth) => depth >= 0)

/** The nesting depth of parentheses after each character; below zero at the end if one stays open. */
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
    .describe('CSS custom properties to set, for example --radius-window. Unknown names are ignored.'),
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
  afterScroll: z.number().min(0).max(100).optional().describe('Shown after this percentage of the page was scrolled.'),
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
    ...rule('options_missing', 'A choice step needs choices.'),
    path: ['choices'],
  })

/** Questions asked one after the other without the assistant. The answers make one message. */
export const Flow = z
  .object({
    id,
    title: line(200).optional(),
    steps: z.array(Step).min(1).max(20),
    submit: z.object({
      as: z.literal('message'),
      template: text(4000, 1).describe('`{field}` is replaced by the answer to that step.'),
      job: z
        .boolean()
        .optional()
        .describe(
          'Whether the answers also become a job, with the source `quote`. Steps named like a field of the pipeline fill that field.',
        ),
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
    ...rule('name_missing', `Must contain ${product}.`, { name: product }),
    path: ['poweredBy'],
  })
  .describe("Overrides for the widget's texts, for example poweredBy, talkToPerson, liveStatus, attach, fileFailed.")

const Sound = z.boolean().describe('Whether a soft sound plays when a reply arrives that the visitor does not see.')

/** What visitors of one language read instead of the site's own texts. What is left out stays. */
export const Translation = z
  .object({
    welcomeMessage: text(2000).optional(),
    starterQuestions: z.array(line(200, 1)).max(8).optional(),
    title: line(200).optional().describe('Of the home screen.'),
    subtitle: line(300).optional().describe('Of the home screen.'),
    shortcuts: z
      .record(line(64, 1), z.object({ label: line(200).optional(), description: text(300).optional() }))
      .check(keysWithin(8, isShortName, shortNameRule))
      .optional()
      .describe('Labels and explanations of the shortcuts, by their ids.'),
    teaser: line(300).optional(),
    strings: Strings.optional(),
  })
  .meta({ id: 'Translation' })
export type Translation = z.infer<typeof Translation>

const isLanguage = (key: string) => /^[a-z]{2,3}$/.test(key)
const Translations = z
  .record(z.string(), Translation)
  .check(keysWithin(20, isLanguage, 'Must be the code of a language, such as de.'))
  .describe('Texts for visitors of other languages, by the code of the language, such as `de`.')

const differ = (list: { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length
const Flows = z.array(Flow).max(20).refine(differ, rule('ids_differ', 'Ids must be unique.'))
const InlineForms = z.array(InlineForm).max(20).refine(differ, rule('ids_differ', 'Ids must be unique.'))

/**
 * The appearance and texts of the widget, except those with their own settings: botName, accent, position and
 * launcherIcon.
 */
export const widgetLook = {
  brand: Brand.omit({ agentName: true, accent: true }),
  launcher: Launcher.omit({ position: true, icon: true }),
  teaser: Teaser,
  flows: Flows,
  forms: InlineForms,
  strings: Strings,
  sound: Sound,
}

export const widgetTranslations = Translations

/** The `widget` section of a site in the configuration file. All fields are optional. */
export const WidgetConfig = z
  .object({
    brand: Brand.optional(),
    launcher: Launcher.optional(),
    home: Home.optional(),
    teaser: Teaser.optional(),
    flows: Flows.optional(),
    forms: InlineForms.optional(),
    strings: Strings.optional(),
    sound: Sound.optional(),
    translations: Translations.optional(),
    privacyUrl: WebUrl.optional(),
    consent: Consent.optional(),
  })
  .meta({ id: 'WidgetConfig' })
export type WidgetConfig = z.infer<typeof WidgetConfig>
