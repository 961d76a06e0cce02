import { z } from 'zod'
import { readJson, writeJson } from './files.ts'
import { outsideAddress } from './guard.ts'

/** What the app remembers of its person's choices; no secret is among it. */
export const Settings = z.object({
  /** the origin of the server */
  server: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** where a release of the app is told of: { version, url }. Written into the file by hand, or by who gives the app out */
  updates: z
    .string()
    .refine((url) => outsideAddress(url) !== undefined)
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
