export type Turns = {
  /** Milliseconds of the processor that the longest turn of this thread took since the last call, whatever others did meanwhile. */
  longest(): number
  stop(): void
}

/** Watches the turns of this thread: while one goes on, nobody is answered. Time is the processor's own, not the clock's. */
export function watchTurns(): Turns {
  let before = process.threadCpuUsage()
  let most = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    most = Math.max(most, (user + system) / 1000)
  }
  const timer = setInterval(look, 1)
  return {
    longest() {
      look()
      const longest = most
      most = 0
      return longest
    },
    stop: () => clearInterval(timer),
  }
}
