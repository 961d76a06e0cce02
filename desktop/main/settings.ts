import { z } from 'zod'
import { readJson, writeJson } from './files.ts'
import { externalUrl } from './guard.ts'

/** The person's settings of the app, without secrets. */
export const Settings = z.object({
  /** the origin of the server */
  server: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /**
   * where releases of the app are announced: { version, url }. Set by hand in the file, or by a distributor of the app
   */
  updates: z
    .string()
    .refine((url) => externalUrl(url) !== undefined)
    .optional(),
})
export type Settings = z.infer<typeof Settings>

export type KeptSettings = { read(): Settings; change(some: Partial<Settings>): Promise<void> }

/** The settings, read once and written with each change. */
export async function openSettings(file: string): Promise<KeptSettings> {
  let settings = (await readJson(file, Settings)) ?? Settings.parse({})
  return {
    read: () => settings,
    async change(some) {
      settings = { ...settings, ...some }
      await writeJson(file, settings)
    },
  }
}
