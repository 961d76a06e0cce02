import type { Tool, ToolList } from '../../../../../shared/tool.ts'
import type { ToolDraft } from './tool-draft.ts'

const placeholders = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g
/** Scheme and authority of a URL, which hold no placeholder: as the server checks it. */
const beginning = /^https?:\/\/[^/?#\\@{}\s]+(?=[/?#]|$)/i

const known = ['args', 'prechat', 'data', 'user', 'lead', 'conversation', 'site']
const knownAfter = [...known, 'summary', 'labels', 'attributes', 'tags', 'transcript', 'page']

/** The paths that a text names in placeholders, without duplicates. */
export const pathsIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholders)].map(([, path]) => path as string))),
]

const firstOf = (path: string) => path.split('.', 1)[0] as string

/** Whether a text names the tool as `{{name}}` or `{{name.key}}`. */
export const namesTool = (text: string, name: string): boolean => pathsIn(text).some((path) => firstOf(path) === name)

/** Whether a URL may become one whose placeholders are all in its path and query. One that is just begun may. */
export const isUrlTemplate = (url: string): boolean =>
  'https://'.startsWith(url) || (beginning.test(url) && URL.canParse(url.replaceAll(placeholders, 'x')))

type Templates = Pick<ToolDraft, 'url' | 'body' | 'after' | 'parameters'>

/** The first placeholder of a text that does not exist. */
export const unknownIn = (text: string, { after }: Pick<Templates, 'after'>): string | undefined =>
  pathsIn(text).find((path) => !(after ? knownAfter : known).includes(firstOf(path)))

/** The parameters that neither URL nor body uses. */
export function unusedParameters({ url, body, parameters }: Templates): string[] {
  const used = new Set(pathsIn(url, body).filter((path) => path.startsWith('args.')))
  const isWhole = pathsIn(url, body).includes('args')
  return isWhole ? [] : parameters.map(({ name }) => name).filter((name) => name !== '' && !used.has(`args.${name}`))
}

/** The arguments that URL or body use, and that no parameter declares. */
export function undeclaredArguments({ url, body, parameters }: Templates): string[] {
  const declared = new Set(parameters.map(({ name }) => name))
  return pathsIn(url, body)
    .filter((path) => path.startsWith('args.'))
    .map((path) => path.split('.')[1] as string)
    .filter((name) => !declared.has(name))
}

/** The groups of the placeholder picker. */
export type PlaceholderGroup = 'args' | 'prechat' | 'data' | 'visitor' | 'chat' | 'after'

/** What can be inserted, by group. Groups without placeholders are left out. */
export function placeholderGroups(
  draft: Pick<ToolDraft, 'parameters' | 'after' | 'name'>,
  { prechat, tools }: Pick<ToolList, 'prechat' | 'tools'>,
): [PlaceholderGroup, string[]][] {
  const groups: [PlaceholderGroup, string[]][] = [
    ['args', draft.parameters.filter(({ name }) => name !== '').map(({ name }) => `args.${name}`)],
    ['prechat', prechat.map(({ name }) => `prechat.${name}`)],
    ['data', tools.filter(({ name }) => name !== draft.name).flatMap(pathsOf)],
    ['visitor', ['user.email', 'user.id', 'user.name', 'lead.email', 'lead.phone', 'lead.name']],
    ['chat', ['conversation.id', 'site.id']],
    [
      'after',
      draft.after ? ['summary', 'transcript', 'labels.intent', 'labels.sentiment', ...attributesOf(tools), 'tags'] : [],
    ],
  ]
  return groups.filter(([, paths]) => paths.length > 0)
}

const pathsOf = ({ name, keys, kind, fields }: Tool) =>
  (kind === 'extract' ? fields.map((field) => field.name) : keys).map((key) => `data.${name}.${key}`)

/** What extract tools save. */
const attributesOf = (tools: readonly Tool[]): string[] => [
  ...new Set(
    tools.flatMap(({ kind, fields }) => (kind === 'extract' ? fields : [])).map(({ name }) => `attributes.${name}`),
  ),
]
