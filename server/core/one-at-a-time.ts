/** Runs `work` one at a time; calls during a run are one more run after it, unless it failed. */
export function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<void> | undefined
  let again = false
  const run = (): void => {
    again = true
    running ??= loop().finally(() => {
      running = undefined
      // Called between the end of the loop and here.
      if (again) run()
    })
  }
  const loop = async () => {
    try {
      while (again) {
        again = false
        await work()
      }
    } catch (error) {
      again = false
      failed(error)
    }
  }
  return { run, done: async () => await running }
}
