/**
 * Compares ways to keep the event log in order: `node bench/event-order.ts`. A reader must never see a position and
 * later a lower one. With fsync on, for 1, 10 and 50 writers: commits per second, and the age of events when they are
 * read.
 */
import postgres from 'postgres'
import { startPostgres } from '../test/support/postgres.ts'
import { median, quantile } from './row.ts'

type Way = {
  name: string
  /** Appends in the transaction, as its last statement. */
  append: string
  /** Reads at most 500 events after a position. */
  read: string
  /** Whether the commit is sent together with the last statement. */
  together?: boolean
}

const rest = 'select seq, data from log where seq > $1'
const end = 'order by seq limit 500'

const ways: Way[] = [
  { name: 'no order at all', append: 'select append_bare($1)', read: `${rest} ${end}` },
  { name: 'a lock to the commit', append: 'select append_locked($1)', read: `${rest} ${end}` },
  { name: 'the same, commit sent with it', append: 'select append_locked($1)', read: `${rest} ${end}`, together: true },
  {
    name: 'by transaction id, below xmin',
    append: 'select append_by_xid($1)',
    read: `${rest} and seq < pg_snapshot_xmin(pg_current_snapshot())::text::bigint * 1000 ${end}`,
  },
  { name: 'marks of those who are writing', append: 'select append_marked($1)', read: 'select * from read_marked($1)' },
  {
    name: 'the same, commit sent with it',
    append: 'select append_marked($1)',
    read: 'select * from read_marked($1)',
    together: true,
  },
]

const schema = `
  create table changes (id bigint generated always as identity primary key, data jsonb not null);
  create table log (seq bigint primary key, data jsonb not null);
  create sequence places;
  create function append_bare(entry jsonb) returns void language sql as $$
    insert into log values (nextval('places'), entry)
  $$;
  create function append_locked(entry jsonb) returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(7301);
    insert into log values (nextval('places'), entry);
  end $$;
  create function append_by_xid(entry jsonb) returns void language sql as $$
    insert into log values (pg_current_xact_id()::text::bigint * 1000, entry)
  $$;
  create function append_marked(entry jsonb) returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7301, (select (last_value & 2147483647)::integer from places));
    insert into log values (nextval('places'), entry);
  end $$;
  create function read_marked(after bigint) returns table (seq bigint, data jsonb) language plpgsql as $$
  declare settled bigint;
  begin
    select last_value into settled from places;
    select coalesce(min(settled - ((settled - objid::bigint) & 2147483647)), settled) into settled from pg_locks
      where locktype = 'advisory' and classid = 7301 and objsubid = 2
        and database = (select oid from pg_database where datname = current_database());
    return query select log.seq, log.data from log where log.seq > after and log.seq <= settled order by log.seq limit 500;
  end $$;`

type Measured = { rate: number; ages: number[]; lost: number }

async function measure(url: string, way: Way, writers: number, seconds: number): Promise<Measured> {
  const options = { max: writers, onnotice: () => {}, types: { bigint: postgres.BigInt } }
  const sql = postgres(url, options)
  const reader = postgres(url, { ...options, max: 1 })
  await sql`truncate log, changes`
  const until = performance.now() + seconds * 1000
  const acknowledged = { count: 0, done: false }
  const reading = follow(reader, way, acknowledged)
  await Promise.all(Array.from({ length: writers }, () => write(sql, way, until, acknowledged)))
  const begun = until - seconds * 1000
  const rate = acknowledged.count / ((performance.now() - begun) / 1000)
  acknowledged.done = true
  const ages = await reading
  await Promise.all([sql.end(), reader.end()])
  return { rate, ages, lost: acknowledged.count - ages.length }
}

async function write(sql: postgres.Sql, way: Way, until: number, acknowledged: { count: number }): Promise<void> {
  const data = { note: 'x'.repeat(200) }
  const own = await sql.reserve()
  while (performance.now() < until) {
    const entry = { ...data, at: performance.now() }
    await own.unsafe('begin')
    await own`insert into changes (data) values (${own.json(data)})`
    const appended = own.unsafe(way.append, [own.json(entry) as never], { prepare: true })
    if (way.together) await Promise.all([appended, own.unsafe('commit')])
    else {
      await appended
      await own.unsafe('commit')
    }
    acknowledged.count++
  }
  own.release()
}

/** Reads without pause until everything was read, like a server's reader under load. */
async function follow(sql: postgres.Sql, way: Way, acknowledged: { count: number; done: boolean }): Promise<number[]> {
  const ages: number[] = []
  let position = 0n
  for (let idle = 0; idle < 50; ) {
    const rows = await sql.unsafe<{ seq: bigint; data: { at: number } }[]>(way.read, [position as never], {
      prepare: true,
    })
    for (const row of rows) ages.push(performance.now() - row.data.at)
    position = rows.at(-1)?.seq ?? position
    if (acknowledged.done && rows.length === 0) idle++
    if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return ages
}

const server = await startPostgres({ fsync: true })
try {
  const admin = postgres(server.url, { max: 1 })
  await admin.unsafe(schema).simple()
  await admin.end()
  console.log(['', 'writers', 'commits/s', 'age p50', 'age p99', 'lost'].join('\t'))
  for (const writers of [1, 10, 50]) {
    const kept = ways.map((): Measured[] => [])
    for (let round = 0; round < 5; round++) {
      for (const [place, way] of ways.entries()) kept[place]?.push(await measure(server.url, way, writers, 2))
    }
    for (const [place, way] of ways.entries()) {
      const all = kept[place] as Measured[]
      const of = (part: number) => median(all.map(({ ages }) => quantile(ages, part))).toFixed(1)
      const lost = all.reduce((sum, one) => sum + one.lost, 0)
      console.log(
        [way.name.padEnd(32), writers, median(all.map(({ rate }) => rate)).toFixed(0), of(0.5), of(0.99), lost].join(
          '\t',
        ),
      )
    }
  }
} finally {
  await server.stop()
}
