// The page's own text is shown until the chat is loaded.
window.Svc = { q: [['on', 'open', () => document.getElementById('waiting').remove()]] }
