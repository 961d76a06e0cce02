import { useQuery } from '@tanstack/react-query'
import type { SettingsAnswer } from '../../../../../shared/settings.ts'
import { Section } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { newId } from '../../../live/new-id.ts'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { actionTo, type HomeFields, homeFieldsOf, homePatch } from './home.ts'
import { Preview } from './preview.tsx'
import { ShortcutFields } from './shortcut-fields.tsx'

/** What visitors see before the first message: a title, shortcuts and links. */
export function HomePage() {
  const desk = useDesk()
  return <QueryBoundary query={useQuery(settingsQuery(desk))}>{(answer) => <HomeForm answer={answer} />}</QueryBoundary>
}

type Props = { home: HomeFields; change: (part: Partial<HomeFields>) => void }

function HomeForm({ answer: { settings, forms, flows } }: { answer: SettingsAnswer }) {
  return (
    <SettingsForm saved={homeFieldsOf(settings.home)} patchOf={homePatch}>
      {({ value, change }) => (
        <Preview patch={homePatch(value)}>
          <Title home={value} change={change} />
          <Shortcuts home={value} change={change} forms={forms} flows={flows} />
          <Links home={value} change={change} />
        </Preview>
      )}
    </SettingsForm>
  )
}

function Title({ home, change }: Props) {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.title}>
      <TextField
        label={words.heading}
        hint={words.headingHint}
        path="home.title"
        value={home.title}
        change={(title) => change({ title })}
      />
      <TextField
        label={words.subtitle}
        path="home.subtitle"
        value={home.subtitle}
        change={(subtitle) => change({ subtitle })}
      />
    </Section>
  )
}

const newShortcut = () => {
  const id = newId()
  return { id, label: '', icon: '', action: actionTo('reply', { id, label: '' }, '') }
}

function Shortcuts({ home, change, forms, flows }: Props & Pick<SettingsAnswer, 'forms' | 'flows'>) {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.shortcuts} hint={words.shortcutsHint}>
      <OrderedList
        label={words.shortcuts}
        path="home.shortcuts"
        items={home.shortcuts}
        change={(shortcuts) => change({ shortcuts })}
        nameOf={({ label }, place) => label || words.shortcut(place + 1)}
        add={{ words: words.addShortcut, make: newShortcut }}
        empty={words.noShortcuts}
        most={8}
      >
        {({ item, put, path }) => (
          <ShortcutFields shortcut={item} change={put} path={path} forms={forms} flows={flows} />
        )}
      </OrderedList>
    </Section>
  )
}

const newLink = (): HomeFields['links'][number] => ({ label: '', url: '' })

function Links({ home, change }: Props) {
  const { homeScreen: words } = useLaterWords()
  return (
    <Section title={words.links}>
      {home.links.length > 0 && (
        <TextField
          label={words.linksTitle}
          path="home.links.title"
          value={home.linksTitle}
          change={(linksTitle) => change({ linksTitle })}
        />
      )}
      <OrderedList
        label={words.links}
        path="home.links.items"
        items={home.links}
        change={(links) => change({ links })}
        nameOf={({ label }, place) => label || words.link(place + 1)}
        add={{ words: words.addLink, make: newLink }}
        empty={words.noLinks}
        most={10}
      >
        {({ item, put, path }) => (
          <>
            <TextField
              label={words.label}
              path={`${path}.label`}
              value={item.label}
              change={(label) => put({ ...item, label })}
            />
            <TextField
              label={words.address}
              placeholder="https://"
              type="url"
              path={`${path}.url`}
              value={item.url}
              change={(url) => put({ ...item, url })}
            />
            <TextField
              label={words.description}
              path={`${path}.description`}
              value={item.description ?? ''}
              change={(description) => put({ ...item, description })}
            />
          </>
        )}
      </OrderedList>
    </Section>
  )
}
