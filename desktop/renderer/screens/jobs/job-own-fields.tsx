import type { JobDetail, JobField } from '../../../../shared/job.ts'
import { Section } from '../../form/fields.tsx'
import { useJobPageWords } from '../../words/screen-words.ts'
import { ChoiceField, LineField } from './job-fields.tsx'
import { useSaveJob } from './save-job.ts'

type Props = { job: JobDetail; fields: readonly JobField[] }

/** The fields of the pipeline, each by its type. */
export function OwnFields({ job, fields }: Props) {
  const { page: words } = useJobPageWords()
  if (fields.length === 0) return null
  return (
    <Section title={words.ownFields}>
      <div className="grid">
        {fields.map((field) => (
          <OwnField key={field.name} job={job} field={field} />
        ))}
      </div>
    </Section>
  )
}

const maxText = 1000
const isDate = (text: string) => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))
const isNumber = (text: string) => text === '' || !Number.isNaN(Number(text))

function OwnField({ job, field }: { job: JobDetail; field: JobField }) {
  const { page: words } = useJobPageWords()
  const save = useSaveJob(job.id)
  const { name, label, type, options = [], required } = field
  const saved = job.fields[name] ?? ''
  const shared = {
    ...{ label, saved },
    hint: required && saved === '' ? words.required : undefined,
    write: (text: string) => save({ fields: { [name]: text === '' ? null : text } }),
  }
  const nothing = ['', words.choose] as const
  switch (type) {
    case 'choice':
      return <ChoiceField {...shared} choices={[nothing, ...options.map((one) => [one, one] as const)]} />
    case 'boolean':
      return <ChoiceField {...shared} choices={[nothing, ['true', words.yes], ['false', words.no]]} />
    // What was stored before the field had this type stays visible, which the browser's own field would hide.
    case 'date':
      return <LineField {...shared} type={isDate(saved) ? 'date' : 'text'} />
    case 'number':
      return <LineField {...shared} type={isNumber(saved) ? 'number' : 'text'} />
    default:
      return <LineField {...shared} maxLength={maxText} />
  }
}
