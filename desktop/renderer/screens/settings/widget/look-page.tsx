import { useQuery } from '@tanstack/react-query'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ButtonSection } from './look-button.tsx'
import { AttentionSection, BrandSection, GreetingSection, PrivacySection } from './look-sections.tsx'
import { Preview } from './preview.tsx'
import { tidy, withDefaults } from './tidy.ts'

/** The widget's appearance and greeting, with a preview. */
export function LookPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={withDefaults(settings)} tidy={tidy}>
          {({ patch }) => (
            <Preview patch={patch}>
              <BrandSection />
              <GreetingSection />
              <ButtonSection />
              <AttentionSection />
              <PrivacySection />
            </Preview>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}
