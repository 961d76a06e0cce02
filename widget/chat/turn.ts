/**
 * Yields to the browser, so that what follows is a new task. Users notice the longest task, and on a slow processor
 * each step of the chat takes a while.
 */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    // Unlike a timer, it is not throttled while the page is hidden.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
