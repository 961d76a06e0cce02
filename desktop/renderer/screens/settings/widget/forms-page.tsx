import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../../shared/settings.ts'
import type { InlineForm } from '../../../../../shared/widget.ts'
import { Section, Switch } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { FieldList } from './field-list.tsx'
import { newField } from './fields.ts'
import { type Forms, formsOf, formsPatch } from './forms.ts'
import { IdField } from './id-field.tsx'
import { openedBy } from './opened-by.ts'

/** What visitors are asked for, and when. */
export function FormsPage() {
  const desk = useDesk()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={formsOf(settings)} patchOf={formsPatch}>
          {({ value, change }) => (
            <>
              <BeforeChat forms={value} change={change} />
              <InlineForms forms={value} change={change} home={settings.home} />
            </>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

type Props = { forms: Forms; change: (part: Partial<Forms>) => void }

function BeforeChat({ forms: { asks, fields }, change }: Props) {
  const { forms: words } = useLaterWords()
  return (
    <Section title={words.before} hint={words.beforeHint}>
      <Switch label={words.asks} on={asks} change={(on) => change({ asks: on })} />
      {asks && (
        <FieldList
          label={words.fields}
          path="leads.fields"
          fields={fields}
          change={(next) => change({ fields: next })}
        />
      )}
    </Section>
  )
}

const newForm = (): InlineForm => ({ id: '', title: '', fields: [newField()] })

function InlineForms({ forms: { forms }, change, home }: Props & Pick<Settings, 'home'>) {
  const { forms: words } = useLaterWords()
  return (
    <Section title={words.title} hint={words.intro}>
      <OrderedList
        label={words.title}
        path="widget.forms"
        items={forms}
        change={(next) => change({ forms: next })}
        nameOf={({ title, id }, place) => title || id || words.form(place + 1)}
        add={{ words: words.add, make: newForm }}
        empty={words.empty}
        most={20}
      >
        {({ item, put, path }) => (
          <FormFields form={item} change={put} path={path} shortcuts={openedBy(home, 'form', item.id)} />
        )}
      </OrderedList>
    </Section>
  )
}

type FormProps = { form: InlineForm; change: (form: InlineForm) => void; path: string; shortcuts: string[] }

function FormFields({ form, change, path, shortcuts }: FormProps) {
  const { forms: words } = useLaterWords()
  return (
    <>
      <div className="settings-pair">
        <TextField
          label={words.formTitle}
          path={`${path}.title`}
          value={form.title ?? ''}
          change={(title) => change({ ...form, title })}
        />
        <TextField
          label={words.submit}
          placeholder={words.submitUsual}
          path={`${path}.submitLabel`}
          value={form.submitLabel ?? ''}
          change={(submitLabel) => change({ ...form, submitLabel })}
        />
      </div>
      <FieldList
        label={words.fields}
        path={`${path}.fields`}
        fields={form.fields}
        change={(fields) => change({ ...form, fields })}
      />
      <IdField
        id={form.id}
        title={form.title ?? ''}
        fallback="form"
        change={(id) => change({ ...form, id })}
        path={path}
        shortcuts={shortcuts}
      />
    </>
  )
}
