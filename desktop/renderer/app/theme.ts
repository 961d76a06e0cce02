import { createStore, useStore } from '../live/store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'frontdesk.theme'

const first = themes.find((theme) => theme === localStorage.getItem(kept)) ?? 'system'
const theme = createStore<Theme>(first)

/** Applies the stored choice. */
export function showTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseTheme(next: Theme): void {
  localStorage.setItem(kept, next)
  theme.set(next)
  showTheme()
}

export const useTheme = (): Theme => useStore(theme, (value) => value)
