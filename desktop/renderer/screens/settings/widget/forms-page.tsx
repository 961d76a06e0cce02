import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../../shared/settings.ts'
import type { InlineForm } from '../../../../../shared/widget.ts'
import { Section, Switch, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { FieldList } from './field-list.tsx'
import { newField } from './fields.ts'
import { openedBy } from './home.ts'
import { IdField } from './id-field.tsx'
import { tidy } from './tidy.ts'

/** Which details visitors are asked for, and when. */
export function FormsPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={settings} tidy={tidy}>
          {({ value }) => (
            <>
              <BeforeChat asks={value.leads.enabled} />
              <InlineForms home={settings.home} />
            </>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

function BeforeChat({ asks }: { asks: boolean }) {
  const { forms: words } = useLaterWords()
  return (
    <Section title={words.before} hint={words.beforeHint}>
      <Switch label={words.asks} path="leads.enabled" />
      {asks && <FieldList label={words.fields} path="leads.fields" />}
    </Section>
  )
}

const newForm = (): InlineForm => ({ id: '', title: '', fields: [newField()] })

function InlineForms({ home }: Pick<Settings, 'home'>) {
  const { forms: words } = useLaterWords()
  return (
    <Section title={words.title} hint={words.intro}>
      <OrderedList<InlineForm>
        label={words.title}
        path="widget.forms"
        nameOf={({ title, id }, place) => title || id || words.form(place + 1)}
        add={{ words: words.add, make: newForm }}
        empty={words.empty}
        max={20}
      >
        {({ item: { id, title = '' }, path }) => (
          <FormFields title={title} path={path} shortcuts={openedBy(home, 'form', id)} />
        )}
      </OrderedList>
    </Section>
  )
}

function FormFields({ title, path, shortcuts }: { title: string; path: string; shortcuts: string[] }) {
  const { forms: words } = useLaterWords()
  return (
    <>
      <div className="grid">
        <TextField label={words.formTitle} path={`${path}.title`} />
        <TextField label={words.submit} placeholder={words.submitUsual} path={`${path}.submitLabel`} />
      </div>
      <FieldList label={words.fields} path={`${path}.fields`} />
      <IdField title={title} fallback="form" path={path} shortcuts={shortcuts} />
    </>
  )
}
