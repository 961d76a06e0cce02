import type { Parts } from '../core/context.ts'
import { gauge } from '../core/metric.ts'
import { logState, queueState } from '../core/state.ts'
import type { Live } from './health-parts.ts'

/**
 * Everything that is measured, in Prometheus' text format.
 * @param down why the database does not answer; then what stands in it is left out
 */
export async function metricsText(parts: Parts, live: Live, down: string | undefined): Promise<string> {
  const lines = [
    ...ofProcess(),
    ...parts.meter.lines(),
    ...gauge('frontdesk_sockets', 'Open WebSockets.', live.sockets()),
    ...gauge('frontdesk_database_up', 'Whether the database answers.', down === undefined ? 1 : 0),
    ...(down === undefined ? await ofDatabase(parts, live) : []),
  ]
  return `${lines.join('\n')}\n`
}

function ofProcess(): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    ...gauge('process_heap_bytes', 'Memory of JavaScript objects.', heapUsed),
    ...gauge('process_cpu_seconds', 'Time of the processor, user and system.', (user + system) / 1e6),
    ...gauge('process_uptime_seconds', 'Seconds since the start.', process.uptime()),
  ]
}

async function ofDatabase(parts: Parts, { monitor }: Live): Promise<string[]> {
  const [log, queue, live] = await Promise.all([
    logState(parts),
    queueState(parts.database.sql, parts.clock.now()),
    monitor.lines(),
  ])
  return [
    ...live,
    ...gauge('frontdesk_events_last', 'Place of the last event in the log.', log.last),
    ...gauge('frontdesk_events_behind', 'Events that this server has not read yet.', log.behind),
    ...gauge('frontdesk_queue_jobs', 'Jobs in the queue, planned ones included.', queue.waiting),
    ...gauge('frontdesk_queue_due', 'Jobs whose time has come.', queue.due),
    ...gauge('frontdesk_queue_oldest_seconds', 'How long the oldest due job has been due.', queue.oldestMs / 1000),
    ...gauge('frontdesk_queue_failing', 'Jobs that failed and are tried again.', queue.failing),
  ]
}
