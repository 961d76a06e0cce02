import type { Home, HomeLinks } from '../../../../../shared/home.ts'
import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'
import type { Flow, InlineForm } from '../../../../../shared/widget.ts'
import { named } from './fields.ts'
import { identified } from './flow.ts'

type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Removes empty optional fields before sending. */
const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined && !Number.isNaN(value)),
  ) as Filled<T>

/** The default distance of the button from the edges. */
const usualOffset = 20

/** The settings as the widget's pages show them, with defaults. */
export function withDefaults({ widget, ...settings }: Settings) {
  const { brand, launcher, teaser } = widget
  return {
    ...settings,
    widget: {
      ...widget,
      brand: { theme: 'auto' as const, ...brand },
      launcher: { shape: 'circle' as const, offset: { x: usualOffset, y: usualOffset }, ...launcher },
      teaser: { afterScroll: 0, ...teaser },
    },
  }
}

/** A patch of the widget's pages as the server accepts it: named fields, forms and flows, without blanks. */
export function tidy({ website, home, leads, widget, ...patch }: SettingsPatch): SettingsPatch {
  return {
    ...patch,
    ...(website !== undefined && { website: website.trim() }),
    ...(home && { home: homeOf(home) }),
    ...(leads && { leads: { ...leads, ...(leads.fields && { fields: named(leads.fields) }) } }),
    ...(widget && { widget: widgetOf(widget) }),
  }
}

function homeOf({ shortcuts, links, ...home }: Partial<Home>): Partial<Home> {
  return {
    ...home,
    ...(shortcuts && { shortcuts: shortcuts.map(described) }),
    ...(links !== undefined && { links: linksOf(links) }),
  }
}

/** Without links, their title is not sent either. */
function linksOf(links: HomeLinks | null): HomeLinks | null {
  if (!links?.items?.length) return null
  return { title: links.title ?? '', items: links.items.map(described) }
}

const described = <T extends { description?: string | undefined }>({ description, ...rest }: T) =>
  ({ ...rest, ...filled({ description }) }) as T

type Widget = NonNullable<SettingsPatch['widget']>

function widgetOf({ brand, launcher, teaser, strings, forms, flows, translations, ...widget }: Widget): Widget {
  return {
    ...widget,
    ...(brand && { brand: filled(brand) }),
    ...(launcher && { launcher: launcherOf(launcher) }),
    ...(teaser && { teaser: teaserOf(teaser) }),
    ...(strings && { strings: filled(strings) as Record<string, string> }),
    ...(translations && { translations: translationsOf(translations) }),
    ...(forms && { forms: formsOf(forms) }),
    ...(flows && { flows: flowsOf(flows) }),
  }
}

const translationsOf = (translations: NonNullable<Widget['translations']>) =>
  Object.fromEntries(
    Object.entries(translations).map(([code, { starterQuestions, ...texts }]) => {
      const questions = starterQuestions?.filter((question) => question.trim() !== '')
      return [code, { ...filled(texts), ...(questions?.length ? { starterQuestions: questions } : {}) }]
    }),
  )

function launcherOf({ offset, ...launcher }: NonNullable<Widget['launcher']>) {
  const isUsual = offset?.x === usualOffset && offset.y === usualOffset
  return filled({ ...launcher, offset: isUsual ? undefined : offset })
}

const teaserOf = ({ paths, ...teaser }: NonNullable<Widget['teaser']>) =>
  filled({ ...teaser, paths: paths?.length ? paths : undefined })

const formsOf = (forms: readonly InlineForm[]): InlineForm[] =>
  identified(forms, 'form').map(({ id, title, submitLabel, fields }) => ({
    id,
    ...filled({ title, submitLabel }),
    fields: named(fields),
  }))

/** Options are sent only for types that have them. */
const flowsOf = (flows: readonly Flow[]): Flow[] =>
  identified(flows, 'flow').map(({ title, steps, ...flow }) => ({
    ...flow,
    ...filled({ title }),
    steps: steps.map(({ choices, ...step }) => ({
      ...step,
      ...(step.input === 'choice' && choices?.length ? { choices } : {}),
    })),
  }))
