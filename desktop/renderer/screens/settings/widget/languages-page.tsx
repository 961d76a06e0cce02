import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../../shared/settings.ts'
import type { Translation } from '../../../../../shared/widget.ts'
import { Section, SelectField, TextField } from '../../../form/fields.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextList } from '../../../form/text-list.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { useLanguage } from '../../../words/words.tsx'
import { tidy } from './tidy.ts'

/** Languages of many websites. Over the API, any other can be added. */
const offered =
  'ar bg cs da de el en es et fi fr he hi hr hu it ja ko lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh'.split(' ')

/** The greeting, questions and home screen for visitors of other languages. */
export function LanguagesPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={settings} tidy={tidy}>
          {({ value, put }) => (
            <Languages settings={value} change={(translations) => put('widget.translations', translations)} />
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

type Translations = Settings['widget']['translations']
type Props = { settings: Settings; change: (translations: Translations) => void }

function Languages({ settings, change }: Props) {
  const { languages: words } = useLaterWords()
  const { language } = useLanguage()
  const { translations } = settings.widget
  const nameOf = (code: string) => new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  const own = settings.assistant.locale.slice(0, 2)
  const left = offered.filter((code) => code !== own && !Object.hasOwn(translations, code))
  const remove = (code: string) => {
    const { [code]: _, ...others } = translations
    change(others)
  }
  return (
    <>
      <Section title={words.title} hint={words.intro(nameOf(own))}>
        <SelectField
          label={words.add}
          value=""
          change={(code) => code && change({ ...translations, [code]: {} })}
          choices={[['', words.choose], ...left.map((code) => [code, nameOf(code)] as const)]}
        />
      </Section>
      {Object.keys(translations).map((code) => (
        <Section
          key={code}
          title={nameOf(code)}
          aside={
            <button type="button" className="quiet" onClick={() => remove(code)}>
              {words.remove}
            </button>
          }
        >
          <TranslationFields
            code={code}
            settings={settings}
            put={(next) => change({ ...translations, [code]: { ...translations[code], ...next } })}
          />
        </Section>
      ))}
    </>
  )
}

type FieldsProps = { code: string; settings: Settings; put: (next: Partial<Translation>) => void }

/** The texts of one language; their placeholders are the site's own. */
function TranslationFields({ code, settings, put }: FieldsProps) {
  const { look, homeScreen, teaser, languages: words } = useLaterWords()
  const { welcomeMessage, home, widget } = settings
  const { shortcuts = {} } = widget.translations[code] ?? {}
  const path = (name: string) => `widget.translations.${code}.${name}`
  return (
    <>
      <TextField label={look.welcome} path={path('welcomeMessage')} placeholder={welcomeMessage} lines={2} />
      <TextField label={homeScreen.heading} path={path('title')} placeholder={home.title} />
      <TextField label={homeScreen.subtitle} path={path('subtitle')} placeholder={home.subtitle} />
      {widget.teaser.text && <TextField label={teaser.text} path={path('teaser')} placeholder={widget.teaser.text} />}
      {home.shortcuts.map(({ id, label }) => (
        <TextField
          key={id}
          label={words.shortcut(label)}
          placeholder={label}
          value={shortcuts[id]?.label ?? ''}
          change={(next) => put({ shortcuts: { ...shortcuts, [id]: { ...shortcuts[id], label: next } } })}
        />
      ))}
      <h3>{look.questions}</h3>
      <TextList
        label={look.questions}
        one={look.question}
        add={look.addQuestion}
        empty={words.noQuestions}
        max={8}
        path={path('starterQuestions')}
        value={widget.translations[code]?.starterQuestions ?? []}
        change={(starterQuestions) => put({ starterQuestions: [...starterQuestions] })}
      />
    </>
  )
}
