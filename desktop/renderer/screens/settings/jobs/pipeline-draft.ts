import type { JobField, JobStatus, Pipeline, PutPipeline } from '../../../../../shared/job.ts'

/** A stage as the form edits it. A new one has no id. */
export type StageDraft = { id?: string; name: string; color: string; kind: JobStatus; rotDays: number | null }
export type FieldDraft = Omit<JobField, 'options'> & { options: string[] }

export type PipelineDraft = {
  currency: string
  stages: readonly StageDraft[]
  fields: readonly FieldDraft[]
  fromChat: boolean
  /** Where the jobs of removed stages go. */
  moveTo: Record<string, string>
  dropFields: boolean
}

export const draftOf = ({ currency, stages, fields, fromChat }: Pipeline): PipelineDraft => ({
  currency,
  stages: stages.map(({ id, name, color, kind, rotDays }) => ({ id, name, color, kind, rotDays })),
  fields: fields.map(({ options = [], ...field }) => ({ ...field, options })),
  fromChat,
  moveTo: {},
  dropFields: false,
})

/** The stages with jobs that the draft removes. */
export const removedStages = ({ stages }: Pipeline, draft: PipelineDraft): Pipeline['stages'] =>
  stages.filter(({ id, count }) => count > 0 && !draft.stages.some((stage) => stage.id === id))

/** The fields that the draft removes. */
export const removedFields = ({ fields }: Pipeline, draft: PipelineDraft): Pipeline['fields'] =>
  fields.filter(({ name }) => !draft.fields.some((field) => field.name === name))

/** The request that saves a draft. A field without a name gets one from its label, as forms do. */
export function inputOf(saved: Pipeline, draft: PipelineDraft): PutPipeline {
  const gone = removedStages(saved, draft).map(({ id }) => id)
  const moveTo = Object.entries(draft.moveTo).filter(([from, to]) => gone.includes(from) && to !== '')
  return {
    currency: draft.currency.trim().toUpperCase(),
    stages: draft.stages.map(({ rotDays, ...stage }) => ({
      ...stage,
      rotDays: rotDays === null || Number.isNaN(rotDays) ? null : rotDays,
    })),
    fields: named(draft.fields).map(({ options, ...field }) => ({
      ...field,
      ...(field.type === 'choice' && { options: options.map((one) => one.trim()).filter(Boolean) }),
    })),
    fromChat: draft.fromChat,
    moveTo: Object.fromEntries(moveTo),
    dropFields: draft.dropFields,
  }
}

/** Fields with a name each: their own, or one from the label that no other has. */
export function named(fields: readonly FieldDraft[]): FieldDraft[] {
  const taken = new Set(fields.map(({ name }) => name).filter(Boolean))
  return fields.map((field) => {
    if (field.name !== '') return field
    const plain = field.label
      .normalize('NFKD')
      .replace(/[^\w]+/g, '_')
      .replace(/^[^a-z]+|_+$/gi, '')
    const base = plain.slice(0, 50).toLowerCase() || 'field'
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
    taken.add(name)
    return { ...field, name }
  })
}
