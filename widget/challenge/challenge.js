/*
 * The page in the chat's window that shows the bot challenge. The window sends it a port, so that no other frame receives
 * the messages: `{ shown }`, then `{ token }` or `{ fault }`.
 */

;(() => {
  const { key, script } = document.currentScript.dataset

  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || !port) return
    document.documentElement.style.colorScheme = data.theme === 'auto' ? 'light dark' : data.theme
    const fail = (fault) => port.postMessage({ fault })
    const provider = document.createElement('script')
    provider.src = script
    provider.onerror = () => fail('the script of the challenge was not loaded')
    provider.onload = () => {
      try {
        ask(port, fail, data)
      } catch (error) {
        fail(String(error))
      }
    }
    document.head.append(provider)
  })

  /**
   * @param {MessagePort} port
   * @param {(fault: string) => void} fail
   * @param {{ theme: string, language: string }} looks
   */
  function ask(port, fail, { theme, language }) {
    // The caller retries after a failure. A token is used immediately, so it is never refreshed.
    turnstile.render('#challenge', {
      sitekey: key,
      theme,
      language,
      size: 'flexible',
      retry: 'never',
      'refresh-expired': 'never',
      callback: (token) => port.postMessage({ token }),
      'error-callback': (code) => {
        fail(`the challenge failed: ${code}`)
        return true
      },
      'expired-callback': () => fail('the answer is too old'),
      'timeout-callback': () => fail('the challenge was not answered in time'),
      'unsupported-callback': () => fail('the challenge does not know this browser'),
    })
    port.postMessage({ shown: true })
  }
})()
