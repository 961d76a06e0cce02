import type { Home } from '../../../../../shared/home.ts'

/** The shortcuts of the home screen that open this form or flow, by what they say. */
export const openedBy = ({ shortcuts }: Home, kind: 'form' | 'flow', id: string): string[] =>
  shortcuts
    .filter(({ action }) => action.kind === kind && (action.kind === 'form' ? action.form : action.flow) === id)
    .map(({ label }) => label)
