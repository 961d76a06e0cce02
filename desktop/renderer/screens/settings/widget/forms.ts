import type { FormField } from '../../../../../shared/form.ts'
import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'
import type { InlineForm } from '../../../../../shared/widget.ts'
import { named } from './fields.ts'
import { filled } from './filled.ts'
import { identified } from './flow.ts'

/** What visitors are asked before the first message, and the forms that a shortcut or the assistant opens. */
export type Forms = { asks: boolean; fields: FormField[]; forms: InlineForm[] }

export const formsOf = ({ leads, widget }: Settings): Forms => ({
  asks: leads.enabled,
  fields: leads.fields,
  forms: widget.forms,
})

export const formsPatch = ({ asks, fields, forms }: Forms): SettingsPatch => ({
  leads: { enabled: asks, fields: named(fields) },
  widget: {
    forms: identified(forms, 'form').map(({ id, title, submitLabel, fields: own }) => ({
      id,
      ...filled({ title, submitLabel }),
      fields: named(own),
    })),
  },
})
