/**
 * Lets the browser do what waits; what comes after is a task of its own. A page feels the longest of its tasks, and on a
 * slow processor each step of the chat takes a while.
 */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    // Unlike a timer's, its turn comes as soon where the page is not in sight.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
