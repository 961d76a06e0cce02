/*
 * The page in the dashboard's frame that shows the real widget with what is not saved yet. It stands in a sandbox, with no
 * origin of its own: it keeps nothing, reaches nothing, and nothing that is written in it is sent.
 */

/** @typedef {{ site: { id: string }, open: boolean, refusal: string }} Shown */

;(() => {
  /** @type {Shown | undefined} */
  let shown

  /** @type {HTMLScriptElement | undefined} */
  let loader

  const { focus } = HTMLElement.prototype

  // A widget that opens by itself must not take the focus from the field that somebody types in beside it.
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, options)
  }

  // What the widget asks the server for: the site as it would be; all else is refused in words.
  window.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, document.baseURI)
    if (pathname === '/chat/site') return Response.json(shown?.site)
    return Response.json({ error: { code: 'bad_request', message: shown?.refusal } }, { status: 400 })
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.site?.id !== 'string') return
    // Whoever opened or closed it by hand finds it so after a change.
    const open = loader && shown?.open === data.open ? isOpen() : data.open
    shown = data
    draw(data.site.id, open)
  })

  /** Whether the window is open; one that is not loaded yet, whether it will be. @returns {boolean} */
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
