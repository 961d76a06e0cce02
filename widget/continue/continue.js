/*
 * The page that a link in an email opens. It has only the chat, which reads the link's token from the fragment of the URL.
 */

;(() => {
  const site = new URLSearchParams(location.search).get('site')
  const loader = document.createElement('script')
  loader.src = '../loader.js'
  if (site) loader.dataset.site = site
  loader.dataset.fill = ''
  document.body.append(loader)
})()
