import type { Page } from 'playwright-core'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { both, picture, sizes } from './pictures.ts'

const group = { name: 'Oliver Stanhope', email: 'oliver@stanhope-legal.example', phone: '01632 960733' }

/** Jobs by stage of the template `service`. */
const jobs = [
  [
    {
      title: '14 bikes for Stanhope Legal on 10 July',
      details: '11 city bikes, 3 e-bikes.',
      value: 331.2,
      contact: group,
    },
    { title: 'Kratzer im Rahmen ausbessern', value: 95, contact: { name: 'Anke Petersen' } },
    { title: 'دراجة للشحن', value: 4290, contact: { name: 'سارة يوسف' } },
  ],
  [
    {
      title: 'Full service and new chain for the grey touring bike of ticket 4127',
      value: 127,
      contact: { name: 'Nadia Farrow' },
    },
  ],
  [
    { title: 'True both wheels', value: 48, dueAt: '2020-03-01', contact: { name: 'Tom Okafor' } },
    { title: 'Fit a child seat' },
  ],
  [{ title: 'Motor, error 504', value: 210, contact: { name: 'Harriet Lowe' } }],
  [],
  [{ title: 'Brake pads', value: 38, contact: { name: 'Peter Hollis' } }],
  [{ title: 'E-bike', value: 2400, contact: { name: 'Dean Foster' } }],
]

/** The board, the list, a job, and board and job on a phone. */
export async function pictureJobs(page: Page, desk: Client): Promise<void> {
  const { pipeline } = (await desk.post('/jobs/setup', { template: 'service', currency: 'GBP' })).body
  for (const [at, ofStage] of jobs.entries())
    for (const job of ofStage) await desk.post('/jobs', { ...job, stageId: pipeline.stages[at].id })
  const [{ id }] = (await desk.get('/jobs?q=Stanhope')).body.items
  await desk.post(`/jobs/${id}/notes`, { text: 'Kept until Friday, then ask again.' })
  await goTo(page, '/jobs')
  await page.getByText('14 bikes').first().waitFor()
  await both(page, 'jobs-board')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'jobs-board-phone')
  await page.setViewportSize(sizes.wide)
  await goTo(page, '/jobs?view=list&status=all')
  await page.getByRole('link', { name: '14 bikes' }).waitFor()
  await both(page, 'jobs-list')
  await goTo(page, `/jobs/${id}`)
  await page.getByLabel('Title').waitFor()
  await both(page, 'jobs-page')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'jobs-page-phone')
  await page.setViewportSize(sizes.wide)
}
