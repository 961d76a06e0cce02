/**
 * A `ref` of what has the focus when it appears. It is one and the same function: another one each time would take the focus
 * back whenever something is drawn anew.
 */
export const focusAtFirst = (it: HTMLElement | null): void => it?.focus()
