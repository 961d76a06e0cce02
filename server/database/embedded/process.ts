import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** How a process is told from every other one. Process ids alone are used again. */
export type ProcessIdentity = {
  pid: number
  host: string
  /** Of the running kernel, as two machines may have the same name. */
  boot?: string
  /** Of the container's process ids, and the start time of this one. */
  pids?: string
  started?: string
}

export function ownIdentity(): ProcessIdentity {
  const { pid } = process
  const identity = { pid, host: hostname() }
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const started = startOf(pid)
    return started ? { ...identity, boot, pids: readlinkSync('/proc/self/ns/pid'), started } : identity
  } catch {
    // Not Linux, or Deno, which does not let a program read /proc.
    return identity
  }
}

/** Whether both run, or ran, on one machine since it was started. Without /proc its name has to do. */
export function isSameMachine(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot && other.boot ? one.boot === other.boot : one.host === other.host
}

/** Whether this very process still exists; undefined where that cannot be known. */
export function isAlive(other: ProcessIdentity, mine: ProcessIdentity): boolean | undefined {
  if (!other.started || !mine.started || other.boot !== mine.boot || other.pids !== mine.pids) return undefined
  return startOf(other.pid) === other.started
}

/** When a process was started, in ticks of the kernel; undefined when there is none, or it only waits to be buried. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in brackets, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
