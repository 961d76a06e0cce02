import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'
import { filled } from './filled.ts'

type Launcher = Settings['widget']['launcher']
type Brand = Settings['widget']['brand']

/** How the widget looks and greets, as its page shows it: what is not set is empty. */
export type Look = Pick<
  Settings,
  'botName' | 'accent' | 'position' | 'launcherIcon' | 'welcomeMessage' | 'starterQuestions'
> &
  Pick<Settings['widget'], 'privacyUrl' | 'consent'> & {
    avatar: string
    theme: NonNullable<Brand['theme']>
    label: string
    shape: NonNullable<Launcher['shape']>
    offsetX: number
    offsetY: number
    hideOnPaths: string[]
  }

/** How far the button stands from the edges where nobody set it. */
const usualOffset = 20

export function lookOf(settings: Settings): Look {
  const { botName, accent, position, launcherIcon, welcomeMessage, starterQuestions, widget } = settings
  const { brand, launcher, privacyUrl, consent } = widget
  return {
    ...{ botName, accent, position, launcherIcon, welcomeMessage, starterQuestions, privacyUrl, consent },
    avatar: brand.avatar ?? '',
    theme: brand.theme ?? 'auto',
    label: launcher.label ?? '',
    shape: launcher.shape ?? 'circle',
    offsetX: launcher.offset?.x ?? usualOffset,
    offsetY: launcher.offset?.y ?? usualOffset,
    hideOnPaths: launcher.hideOnPaths ?? [],
  }
}

/** What is saved of it. What another page sets, such as the tokens of the brand, stays as it is saved. */
export function lookPatch({ widget: { brand, launcher } }: Settings, look: Look): SettingsPatch {
  const { botName, accent, position, launcherIcon, welcomeMessage, starterQuestions, privacyUrl, consent } = look
  const isUsual = look.offsetX === usualOffset && look.offsetY === usualOffset && !launcher.offset
  return {
    ...{ botName, accent, position, launcherIcon, welcomeMessage, starterQuestions },
    widget: {
      privacyUrl,
      consent,
      brand: { ...filled({ tokens: brand.tokens, avatar: look.avatar }), theme: look.theme },
      launcher: {
        ...filled({ label: look.label }),
        shape: look.shape,
        ...(isUsual ? {} : { offset: { x: look.offsetX, y: look.offsetY } }),
        hideOnPaths: look.hideOnPaths,
      },
    },
  }
}
