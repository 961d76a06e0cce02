import { availableParallelism, cpus, totalmem } from 'node:os'
import postgres from 'postgres'

/** The machine on which the results were measured. */
export async function machine(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 })
  const [{ server_version }] = await sql<[{ server_version: string }]>`show server_version`
  await sql.end()
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: server_version,
  }
}
