import { useQuery } from '@tanstack/react-query'
import type { Shortcut } from '../../../../../shared/home.ts'
import type { SettingsAnswer } from '../../../../../shared/settings.ts'
import { Section, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { newId } from '../../../live/new-id.ts'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { actionTo } from './home.ts'
import { Preview } from './preview.tsx'
import { ShortcutFields } from './shortcut-fields.tsx'
import { tidy } from './tidy.ts'

/** The widget's home screen: title, shortcuts and links. */
export function HomePage() {
  const desk = useDesk()
  return <QueryBoundary query={useQuery(settingsQuery(desk))}>{(answer) => <HomeForm answer={answer} />}</QueryBoundary>
}

function HomeForm({ answer: { settings, forms, flows } }: { answer: SettingsAnswer }) {
  return (
    <SettingsForm saved={settings} tidy={tidy}>
      {({ value, patch }) => (
        <Preview patch={patch}>
          <Title />
          <Shortcuts forms={forms} flows={flows} />
          <Links hasLinks={(value.home.links?.items.length ?? 0) > 0} />
        </Preview>
      )}
    </SettingsForm>
  )
}

function Title() {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.title}>
      <TextField label={words.heading} hint={words.headingHint} path="home.title" />
      <TextField label={words.subtitle} path="home.subtitle" />
    </Section>
  )
}

const newShortcut = (): Shortcut => {
  const id = newId()
  return { id, label: '', icon: '', action: actionTo('reply', { id, label: '' }, '') }
}

function Shortcuts({ forms, flows }: Pick<SettingsAnswer, 'forms' | 'flows'>) {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.shortcuts} hint={words.shortcutsHint}>
      <OrderedList<Shortcut>
        label={words.shortcuts}
        path="home.shortcuts"
        nameOf={({ label }, place) => label || words.shortcut(place + 1)}
        add={{ words: words.addShortcut, make: newShortcut }}
        empty={words.noShortcuts}
        max={8}
      >
        {({ item, put, path }) => (
          <ShortcutFields shortcut={item} change={put} path={path} forms={forms} flows={flows} />
        )}
      </OrderedList>
    </Section>
  )
}

function Links({ hasLinks }: { hasLinks: boolean }) {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.links}>
      {hasLinks && <TextField label={words.linksTitle} path="home.links.title" />}
      <OrderedList<{ label: string; url: string }>
        label={words.links}
        path="home.links.items"
        nameOf={({ label }, place) => label || words.link(place + 1)}
        add={{ words: words.addLink, make: () => ({ label: '', url: '' }) }}
        empty={words.noLinks}
        max={10}
      >
        {({ path }) => (
          <>
            <TextField label={words.label} path={`${path}.label`} />
            <TextField label={words.address} path={`${path}.url`} placeholder="https://" type="url" />
            <TextField label={words.description} path={`${path}.description`} />
          </>
        )}
      </OrderedList>
    </Section>
  )
}
