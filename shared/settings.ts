import { z } from 'zod'
import { Origin, WebUrl } from './address.ts'
import { Color } from './color.ts'
import { Home, HomeLinks } from './home.ts'
import { Milliseconds } from './page.ts'
import * as section from './settings-section.ts'
import { line, text } from './text.ts'
import { Position } from './widget.ts'

const sections = {
  live: section.Live,
  leads: section.PreChat,
  assistant: section.Assistant,
  behaviour: section.Behaviour,
  knowledge: section.KnowledgeUse,
  crawl: section.Crawl,
  security: section.Security,
  home: Home,
  bookings: section.BookingSettings,
  files: section.Files,
  widget: section.WidgetSettings,
  retention: section.Retention,
}

const top = {
  autoSummary: z.boolean().describe('Summarises and labels conversations that became inactive.').default(true),
  botName: line(60, 1).default('Assistant'),
  businessName: line(200).default(''),
  welcomeMessage: text(2000).describe('The greeting. Empty shows none.').default('Hello! How can we help you?'),
  starterQuestions: z.array(line(200, 1)).max(8).default([]),
  accent: Color.default('#2563eb'),
  position: Position.default('right'),
  launcherIcon: line(64).default('chat'),
  website: z.union([WebUrl, z.literal('')]).default(''),
  allowedOrigins: z.array(Origin).max(100).describe('Origins whose pages may show the widget.').default([]),
}

/** All settings with their bounds. `Settings.parse({})` returns the defaults. */
export const Settings = z
  .object({
    ...top,
    live: section.Live.prefault({}),
    leads: section.PreChat.prefault({}),
    assistant: section.Assistant.prefault({}),
    behaviour: section.Behaviour.prefault({}),
    knowledge: section.KnowledgeUse.prefault({}),
    crawl: section.Crawl.prefault({}),
    security: section.Security.prefault({}),
    home: Home.prefault({}),
    bookings: section.BookingSettings.prefault({}),
    files: section.Files.prefault({}),
    widget: section.WidgetSettings.prefault({}),
    retention: section.Retention.prefault({}),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

type Bare<T> = T extends z.ZodDefault<infer Inner> ? Inner : T
type Loose<Shape> = { [Name in keyof Shape]: z.ZodOptional<Bare<Shape[Name]> & z.core.SomeType> }

/** The same fields as optional and without defaults, so that omitted fields are not set. */
function loose<Shape extends Record<string, z.ZodType>>(shape: Shape): Loose<Shape> {
  const bare = (schema: z.ZodType) => (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema)
  const entries = Object.entries(shape).map(([name, schema]) => [name, bare(schema).optional()])
  return Object.fromEntries(entries) as Loose<Shape>
}

const part = <Shape extends Record<string, z.ZodType>>(whole: z.ZodObject<Shape>) =>
  z.object(loose(whole.shape)).optional()

const LimitsPatch = z
  .strictObject(loose(section.Limits.shape), {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `Unknown limit: ${issue.keys.join(', ')}.` : undefined),
  })
  .optional()

const SecurityPatch = part(section.Security)
  .unwrap()
  .extend({ limits: LimitsPatch, signIn: part(section.SignInLimits) })
  .optional()

/** A part of the settings. Omitted fields are unchanged. Unknown names are ignored, except unknown limits. */
export const SettingsPatch = z
  .object({
    ...loose(top),
    live: part(section.Live),
    leads: part(section.PreChat),
    assistant: part(section.Assistant),
    behaviour: part(section.Behaviour),
    knowledge: part(section.KnowledgeUse),
    crawl: part(section.Crawl),
    security: SecurityPatch,
    home: part(Home),
    bookings: part(section.BookingSettings),
    files: part(section.Files),
    widget: part(section.WidgetSettings),
    retention: part(section.Retention),
  })
  .meta({ id: 'SettingsPatch' })
export type SettingsPatch = z.infer<typeof SettingsPatch>

type Plain = Record<string, unknown>
const given = (patch: Plain) => Object.entries(patch).filter(([, value]) => value !== undefined)
const merge = (current: Plain, patch: Plain): Plain => ({ ...current, ...Object.fromEntries(given(patch)) })

/**
 * Applies a patch to the settings. Sections, limits and sign-in are merged by field. Lists, opening hours, the links of
 * the home screen and each field of the widget are replaced.
 */
export function mergeSettings(current: Settings, patch: SettingsPatch): Settings {
  const merged = merge(current, patch)
  for (const name of Object.keys(sections) as (keyof typeof sections)[]) {
    merged[name] = merge(current[name], patch[name] ?? {})
  }
  merged.security = {
    ...(merged.security as Settings['security']),
    limits: merge(current.security.limits, patch.security?.limits ?? {}),
    signIn: merge(current.security.signIn, patch.security?.signIn ?? {}),
  }
  return Settings.parse(merged)
}

export const PutSettings = z.object({ settings: SettingsPatch }).meta({ id: 'PutSettings' })
export type PutSettings = z.infer<typeof PutSettings>

export const VersionMeta = z
  .object({
    version: z.int().describe('Increases with each change; 0 if nothing was changed yet.'),
    hash: z.string(),
    at: Milliseconds.nullable(),
    by: z.string().nullable(),
    source: z.string().nullable().describe('For example `api`, `dashboard`, `cli` or `config`.'),
  })
  .meta({ id: 'VersionMeta', description: 'Who made the last change, and when.' })
export type VersionMeta = z.infer<typeof VersionMeta>

const Titled = z.object({ id: z.string(), title: z.string() })

export const SettingsAnswer = z
  .object({
    site: z.string(),
    connector: z.string().describe('`assistant`, or `http` for your own AI backend.'),
    settings: Settings,
    hash: z.string(),
    meta: VersionMeta,
    captcha: z.boolean().describe('Whether a bot challenge is set up.'),
    storage: z.boolean(),
    suggestedHome: z
      .object({ questions: z.array(z.string()), links: HomeLinks.nullable(), at: Milliseconds })
      .nullable()
      .describe('Suggestions for the home screen from the website; null once one was saved.'),
    ai: z
      .object({ provider: z.string(), model: z.string(), knowledge: z.string(), remoteHost: z.string().nullable() })
      .nullable(),
    forms: z.array(Titled).describe('Forms that a shortcut can open.'),
    flows: z.array(Titled).describe('Flows that a shortcut can open.'),
  })
  .meta({ id: 'SettingsAnswer' })
export type SettingsAnswer = z.infer<typeof SettingsAnswer>
