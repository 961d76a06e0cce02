import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process. Process ids alone are reused. */
export type ProcessIdentity = {
  pid: number
  host: string
  /** The boot id of the kernel, because two machines may have the same host name. */
  boot?: string
  /** The container's PID namespace, and the start time of the process. */
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
    // Not Linux, or Deno, which does not allow programs to read /proc.
    return identity
  }
}

/** Whether both ran on the same machine since its last boot. Without /proc, compares host names. */
export function isSameMachine(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.boot && other.boot ? one.boot === other.boot : one.host === other.host
}

/** Whether this exact process still exists; undefined if unknown. */
export function isAlive(other: ProcessIdentity, mine: ProcessIdentity): boolean | undefined {
  if (!other.started || !mine.started || other.boot !== mine.boot || other.pids !== mine.pids) return undefined
  return startOf(other.pid) === other.started
}

/** The start time of a process in kernel ticks; undefined if it does not exist or is a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name in parentheses may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
