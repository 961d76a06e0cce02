// The page's own words are there for as long as the chat is not.
window.Svc = { q: [['on', 'open', () => document.getElementById('waiting').remove()]] }
