import type { SettingsPatch } from '../../../../../shared/settings.ts'
import { filled } from './filled.ts'

/** What is empty is said as the widget says it by itself. */
export const textsPatch = ({ strings }: { strings: Record<string, string> }): SettingsPatch => ({
  widget: { strings: filled(strings) as Record<string, string> },
})
