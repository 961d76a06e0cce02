/** Default widget settings. */
export const empty = {
  website: '',
  allowedOrigins: [],
  starterQuestions: [],
  home: { title: '', subtitle: '', shortcuts: [], links: null },
  widget: { brand: {}, launcher: {}, teaser: {}, flows: [], forms: [], strings: {}, privacyUrl: '', consent: 'none' },
}

/** All widget settings, each text with its maximum length. */
export const full = (text: (most: number) => string) => ({
  starterQuestions: [text(200)],
  home: {
    title: text(200),
    shortcuts: [{ id: 'a', label: text(200), action: { id: 'a', label: text(200), kind: 'reply', value: text(1000) } }],
    links: { title: text(200), items: [{ label: text(200), url: 'https://shop.example' }] },
  },
  widget: {
    teaser: { text: text(300) },
    forms: [{ id: 'a', title: text(200), fields: [{ name: 'a', label: text(200), type: 'text' }] }],
    flows: [
      {
        ...{ id: 'a', title: text(200) },
        steps: [{ field: 'a', ask: text(500), input: 'choice', choices: [text(200)] }],
        submit: { as: 'message', template: text(4000) },
      },
    ],
  },
})
