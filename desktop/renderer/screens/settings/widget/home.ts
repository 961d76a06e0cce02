import type { Action } from '../../../../../shared/action.ts'
import type { Home, Shortcut } from '../../../../../shared/home.ts'
import type { SettingsPatch } from '../../../../../shared/settings.ts'

/** The home screen as its page shows it: its links are there, be they none. */
export type HomeFields = Omit<Home, 'links'> & { linksTitle: string; links: NonNullable<Home['links']>['items'] }

export const homeFieldsOf = ({ links, ...home }: Home): HomeFields => ({
  ...home,
  linksTitle: links?.title ?? '',
  links: links?.items ?? [],
})

/** The home screen as it is kept: what is empty is left out, and without links there is no title for them. */
export const homeOf = ({ linksTitle, links, ...home }: HomeFields): Home => ({
  ...home,
  shortcuts: home.shortcuts.map(({ description, ...shortcut }) => ({
    ...shortcut,
    ...(description ? { description } : {}),
  })),
  links:
    links.length === 0
      ? null
      : {
          title: linksTitle,
          items: links.map(({ description, ...link }) => ({ ...link, ...(description ? { description } : {}) })),
        },
})

export const homePatch = (fields: HomeFields): SettingsPatch => ({ home: homeOf(fields) })

export type Kind = Action['kind']
export const kinds = ['reply', 'url', 'tel', 'email', 'form', 'flow'] as const satisfies readonly Kind[]

/** The field of an action that says where it leads. */
export const targetField = {
  reply: 'value',
  url: 'url',
  tel: 'phone',
  email: 'email',
  form: 'form',
  flow: 'flow',
} as const

/** Where an action leads, as it is typed. */
export const targetOf = (action: Action): string =>
  (action as unknown as Record<string, string>)[targetField[action.kind]] ?? ''

/** An action that leads there. */
export const actionTo = (kind: Kind, { id, label }: Pick<Action, 'id' | 'label'>, target: string): Action =>
  ({ id, label, kind, [targetField[kind]]: target }) as unknown as Action

/** The shortcut with other words. What its button says, the action says too. */
export const labelled = (shortcut: Shortcut, label: string): Shortcut => {
  const { action } = shortcut
  const saysTheSame = action.kind === 'reply' && action.value === shortcut.label
  const next = { ...action, label } as Action
  return { ...shortcut, label, action: saysTheSame ? actionTo('reply', next, label) : next }
}
