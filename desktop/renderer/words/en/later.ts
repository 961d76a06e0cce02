import type { Widen } from '../en.ts'
import { account } from './account.ts'
import { appearance } from './appearance.ts'
import { fields, lists } from './fields.ts'
import { flows, forms } from './forms.ts'
import { homeScreen, teaser } from './home-screen.ts'
import { identity } from './identity.ts'
import { install, texts } from './install.ts'
import { keyScopes } from './key-scopes.ts'
import { liveSettings } from './live-settings.ts'
import { look, preview } from './look.ts'
import { settings } from './settings.ts'
import { team } from './team.ts'
import { telegram } from './telegram.ts'
import { website } from './website.ts'

/** What the screens say that are read once somebody goes there. Other languages have the same names. */
export const later = {
  account,
  appearance,
  fields,
  flows,
  forms,
  homeScreen,
  identity,
  install,
  keyScopes,
  lists,
  liveSettings,
  look,
  preview,
  settings,
  team,
  teaser,
  telegram,
  texts,
  website,
}

export type LaterWords = Widen<typeof later>
