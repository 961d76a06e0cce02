/** The baseline of the REST rows: bare Hono on the same Postgres, with the same number of connections. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import postgres from 'postgres'
import { notifyParent } from './child.ts'

const sql = postgres(process.argv[2] as string, { max: 10, onnotice: () => {} })
await sql`create table if not exists bare_rows (id bigint generated always as identity primary key, data jsonb not null, at bigint not null)`

const app = new Hono()
app.get('/conversations/:id', async (c) => {
  const [row] = await sql`select * from conversations where id = ${c.req.param('id')}`
  return c.json(row)
})
app.post('/rows', async (c) => {
  const data = await c.req.json()
  const rows = await sql.begin(async (tx) => [
    await tx`insert into bare_rows (data, at) values (${tx.json(data)}, ${Date.now()}) returning id`,
    await tx`insert into bare_rows (data, at) values (${tx.json(data)}, ${Date.now()}) returning id`,
  ])
  return c.json({ ids: rows.flat().map(({ id }) => id) }, 201)
})

const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => notifyParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
