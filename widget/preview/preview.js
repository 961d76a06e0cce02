/*
 * The page in the dashboard's frame that previews the real widget with unsaved changes. It is sandboxed with an opaque
 * origin: it has no storage, makes no requests, and sends no messages.
 */

/** @typedef {{ site: { id: string }, open: boolean, error: string }} Shown */

;(() => {
  /** @type {Shown | undefined} */
  let shown

  /** @type {HTMLScriptElement | undefined} */
  let loader

  const { focus } = HTMLElement.prototype

  // A widget that opens automatically must not take the focus from the dashboard's fields.
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, options)
  }

  // Answers the widget's request for the site with the previewed one, and rejects all others with a sentence.
  window.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI)
    if (pathname === '/chat/site') return Response.json(shown?.site)
    return Response.json({ error: { code: 'bad_request', message: shown?.error } }, { status: 400 })
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.site?.id !== 'string') return
    // If the person opened or closed it, it stays so after a change.
    const open = loader && shown?.open === data.open ? isOpen() : data.open
    shown = data
    draw(data.site.id, open)
  })

  /** Whether the window is open, or will be once it is loaded. @returns {boolean} */
  function isOpen() {
    const known = window.Svc && 'debug' in window.Svc ? window.Svc.debug().open : undefined
    return Boolean(known ?? loader?.dataset.open === '')
  }

  /**
   * @param {string} site
   * @param {boolean} open
   */
  function draw(site, open) {
    if (window.Svc && 'destroy' in window.Svc) window.Svc.destroy()
    loader?.remove()
    loader = document.createElement('script')
    loader.src = '/loader.js'
    loader.dataset.site = site
    if (open) loader.dataset.open = ''
    document.body.append(loader)
  }

  parent.postMessage({ preview: 'ready' }, '*')
})()
