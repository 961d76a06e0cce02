export type Turns = {
  /**
   * The processor time in milliseconds of this thread's longest turn since the last call, independent of other
   * processes.
   */
  longest(): number
  stop(): void
}

/**
 * Measures the turns of this thread's event loop, during which nobody is answered. Uses processor time instead of real
 * time.
 */
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
