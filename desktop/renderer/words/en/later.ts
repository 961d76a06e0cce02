import type { Widen } from '../en.ts'
import { account } from './account.ts'
import { fields, lists } from './fields.ts'
import { flows, forms } from './forms.ts'
import { homeScreen, teaser } from './home-screen.ts'
import { keyScopes } from './key-scopes.ts'
import { languages } from './languages.ts'
import { liveSettings } from './live-settings.ts'
import { look, preview } from './look.ts'
import { appearance, settings } from './settings.ts'
import { team } from './team.ts'
import { telegram } from './telegram.ts'
import { identity, install, texts, website } from './website.ts'

/** The texts of screens that are loaded later. The other languages have the same keys. */
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
  languages,
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
