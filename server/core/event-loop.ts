const every = 250

/** Tells, four times a second, how many seconds late the event loop is. @returns what ends it */
export function watchEventLoop(late: (seconds: number) => void): () => void {
  let expected = performance.now() + every
  const timer = setInterval(() => {
    const now = performance.now()
    late(Math.max(0, now - expected) / 1000)
    expected = now + every
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
