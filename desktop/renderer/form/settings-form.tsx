import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsPatch } from '../../../shared/settings.ts'
import { useDesk } from '../live/desk.tsx'
import { keys } from '../live/keys.ts'
import type { Draft } from './draft.ts'
import { DraftForm } from './draft-form.tsx'

type Props<T> = {
  /** What is saved. */
  saved: T
  /** What is sent of it. */
  patchOf: (value: T) => SettingsPatch
  children: (draft: Draft<T>) => ReactNode
}

/** A part of the settings to be changed and saved. */
export function SettingsForm<T extends object>(given: Props<T>) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const write = async (settings: SettingsPatch) => {
    const answer = await client.settings.put.mutate({ site: site.id, settings })
    queries.setQueryData(keys.settings(site.id), answer)
  }
  return <DraftForm write={write} {...given} />
}
