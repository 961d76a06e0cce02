import { z } from 'zod'
import { PutSettings, SettingsAnswer } from '../../../shared/settings.ts'
import { get, put } from '../../core/operation.ts'
import { getSettings, putSettings } from './settings.ts'

export const settingsOperations = {
  get: get('/settings', {
    summary: 'Read the settings',
    scope: 'settings:read',
    input: z.object({}),
    output: SettingsAnswer,
    run: getSettings,
  }),
  put: put('/settings', {
    summary: 'Change settings',
    description:
      'Send any sections. Sections merge field by field; lists, opening hours, the links of the home screen and each ' +
      'field of `widget`, such as its brand, are replaced. Live at once on this server and within a second on others.',
    scope: 'settings:write',
    input: PutSettings,
    output: SettingsAnswer,
    run: putSettings,
  }),
}
