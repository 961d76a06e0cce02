import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../../shared/settings.ts'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { lookOf, lookPatch } from './look.ts'
import { ButtonSection } from './look-button.tsx'
import { BrandSection, GreetingSection, PrivacySection } from './look-sections.tsx'
import { Preview } from './preview.tsx'

/** How the widget looks and how it greets, with the widget beside it. */
export function LookPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => <LookForm settings={settings} />}
    </QueryBoundary>
  )
}

function LookForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm saved={lookOf(settings)} patchOf={(look) => lookPatch(settings, look)}>
      {({ value, change }) => (
        <Preview patch={lookPatch(settings, value)}>
          <BrandSection look={value} change={change} />
          <GreetingSection look={value} change={change} />
          <ButtonSection look={value} change={change} />
          <PrivacySection look={value} change={change} />
        </Preview>
      )}
    </SettingsForm>
  )
}
