import type { Settings } from '../../../../shared/settings.ts'
import type { Translation } from '../../../../shared/widget.ts'

/**
 * The settings with the texts of the first wanted language that has some. The site's own language needs none.
 * @param wanted language tags such as `de-AT`, most wanted first
 */
export function translated(settings: Settings, wanted: readonly string[]): Settings {
  const { translations } = settings.widget
  const own = codeOf(settings.assistant.locale)
  const code = wanted.map(codeOf).find((one) => one === own || Object.hasOwn(translations, one))
  const texts = code === undefined || code === own ? undefined : translations[code]
  return texts ? withTexts(settings, texts) : settings
}

const codeOf = (tag: string) => tag.slice(0, 35).toLowerCase().split('-', 1)[0] ?? ''

function withTexts(settings: Settings, texts: Translation): Settings {
  const { home, widget } = settings
  const { welcomeMessage, starterQuestions = [], title, subtitle, shortcuts = {}, teaser, strings } = texts
  return {
    ...settings,
    welcomeMessage: welcomeMessage || settings.welcomeMessage,
    starterQuestions: starterQuestions.length > 0 ? starterQuestions : settings.starterQuestions,
    home: {
      ...home,
      title: title || home.title,
      subtitle: subtitle || home.subtitle,
      shortcuts: home.shortcuts.map((shortcut) => {
        const { label, description } = Object.hasOwn(shortcuts, shortcut.id) ? shortcuts[shortcut.id]! : {}
        return { ...shortcut, label: label || shortcut.label, ...(description && { description }) }
      }),
    },
    widget: {
      ...widget,
      teaser: teaser && widget.teaser.text ? { ...widget.teaser, text: teaser } : widget.teaser,
      strings: { ...widget.strings, ...strings },
    },
  }
}
