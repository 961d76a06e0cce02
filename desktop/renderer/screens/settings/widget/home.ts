import type { Action } from '../../../../../shared/action.ts'
import type { Home, Shortcut } from '../../../../../shared/home.ts'

export type Kind = Action['kind']
export const kinds = ['reply', 'url', 'tel', 'email', 'form', 'flow'] as const satisfies readonly Kind[]

/** The field of an action that holds its target. */
export const targetField = {
  reply: 'value',
  url: 'url',
  tel: 'phone',
  email: 'email',
  form: 'form',
  flow: 'flow',
} as const

/** An action's target, as typed. */
export const targetOf = (action: Action): string =>
  (action as unknown as Record<string, string>)[targetField[action.kind]] ?? ''

/** An action with this target. */
export const actionTo = (kind: Kind, { id, label }: Pick<Action, 'id' | 'label'>, target: string): Action =>
  ({ id, label, kind, [targetField[kind]]: target }) as unknown as Action

/** The shortcut with another label. Its action's text changes with the label. */
export const labelled = (shortcut: Shortcut, label: string): Shortcut => {
  const { action } = shortcut
  const sendsLabel = action.kind === 'reply' && action.value === shortcut.label
  const next = { ...action, label } as Action
  return { ...shortcut, label, action: sendsLabel ? actionTo('reply', next, label) : next }
}

/** The labels of the home screen's shortcuts that open this form or flow. */
export const openedBy = ({ shortcuts }: Home, kind: 'form' | 'flow', id: string): string[] =>
  shortcuts
    .filter(({ action }) => action.kind === kind && (action.kind === 'form' ? action.form : action.flow) === id)
    .map(({ label }) => label)
