import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsPatch } from '../../../shared/settings.ts'
import { useDesk } from '../live/desk.tsx'
import { keys } from '../live/keys.ts'
import type { Draft } from './draft.ts'
import { DraftForm } from './draft-form.tsx'
import { valueAt } from './path.ts'

type Props<T> = {
  /** The settings in the form that the fields show. */
  saved: T
  /** Converts a patch to the form that the server accepts: texts to lists, without blanks. */
  tidy?: (patch: SettingsPatch) => SettingsPatch
  /** `patch` is what Save would send. */
  children: (draft: Draft<T> & { patch: SettingsPatch }) => ReactNode
}

/** Edits a part of the settings. Only changes are sent. */
export function SettingsForm<T extends object>({ saved, tidy = (patch) => patch, children }: Props<T>) {
  const putSettings = usePutSettings()
  return (
    <DraftForm saved={saved} write={(value, changed) => putSettings(tidy(patchOf(value, changed)))}>
      {(draft) => children({ ...draft, patch: tidy(patchOf(draft.value, draft.changed)) })}
    </DraftForm>
  )
}

/** Saves a part of the settings, and updates all places that show them. */
export function usePutSettings() {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  return async (settings: SettingsPatch) => {
    const answer = await client.settings.put.mutate({ site: site.id, settings })
    queries.setQueryData(keys.settings(site.id), answer)
  }
}

/** The parts that the server replaces as a whole, if something in them was changed. */
export function patchOf(value: object, changed: readonly string[]): SettingsPatch {
  const patch = {}
  for (const path of changed) {
    const names = path.split('.').slice(0, /^security\.(limits|signIn)\./.test(path) ? 3 : 2)
    const last = names.pop() ?? ''
    const part = names.reduce<Record<string, unknown>>((above, name) => {
      above[name] ??= {}
      return above[name] as Record<string, unknown>
    }, patch)
    part[last] = valueAt(value, [...names, last].join('.'))
  }
  return patch
}
