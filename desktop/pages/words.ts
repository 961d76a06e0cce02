import type { Fault } from '../bridge.ts'

const en = {
  whichServer: 'Which server?',
  whichServerMore: 'The address of your team’s Frontdesk, as in the browser. A one-time sign-in link works too.',
  address: 'Address',
  sure: 'The connection is not encrypted: whoever is on this network can read along. Connect all the same.',
  connect: 'Connect',
  connecting: 'Connecting',
  back: 'Back',
  offline: 'Frontdesk cannot be shown',
  tryingAgain: 'Trying again by itself.',
  retry: 'Try again now',
  anotherServer: 'Another server',
  faults: {
    address: 'That is no address of a server. It looks like https://desk.example.com.',
    insecure: 'Over the internet the address has to begin with https://.',
    unencrypted: 'This address is not encrypted.',
    unreachable: 'The server cannot be reached. Check the address and the connection.',
    certificate: 'The server’s certificate is not to be trusted. Whoever runs the server can put that right.',
    other: 'Something else than Frontdesk answers there.',
    down: 'The server is there, but does not work at the moment.',
  },
  renamed: (own: string) => `That server goes by another address: ${own}`,
}

export type Words = typeof en

const de: Words = {
  whichServer: 'Welcher Server?',
  whichServerMore: 'Die Adresse des Frontdesk Ihres Teams, wie im Browser. Auch ein einmaliger Anmeldelink geht.',
  address: 'Adresse',
  sure: 'Die Verbindung ist nicht verschlüsselt: wer in diesem Netz ist, kann mitlesen. Trotzdem verbinden.',
  connect: 'Verbinden',
  connecting: 'Verbindet',
  back: 'Zurück',
  offline: 'Frontdesk kann nicht angezeigt werden',
  tryingAgain: 'Es wird von selbst weiter versucht.',
  retry: 'Jetzt noch einmal',
  anotherServer: 'Anderer Server',
  faults: {
    address: 'Das ist keine Adresse eines Servers. Sie sieht aus wie https://desk.example.com.',
    insecure: 'Über das Internet muss die Adresse mit https:// beginnen.',
    unencrypted: 'Diese Adresse ist nicht verschlüsselt.',
    unreachable: 'Der Server ist nicht zu erreichen. Bitte Adresse und Verbindung prüfen.',
    certificate: 'Dem Zertifikat des Servers ist nicht zu trauen. Das kann richten, wer den Server betreibt.',
    other: 'Dort antwortet etwas anderes als Frontdesk.',
    down: 'Der Server ist da, arbeitet aber im Moment nicht.',
  },
  renamed: (own) => `Dieser Server hat eine andere Adresse: ${own}`,
}

/** The words for the system's language. */
export const words: Words = navigator.language.startsWith('de') ? de : en

export const faultWords = (fault: Fault): string =>
  typeof fault === 'object' ? words.renamed(fault.renamed) : words.faults[fault]

/** Puts the words of `data-words` into the page. */
export function speak(): void {
  document.documentElement.lang = words === de ? 'de' : 'en'
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) {
    const word = words[element.dataset.words as keyof Words]
    if (typeof word === 'string') element.textContent = word
  }
}

/** The element that this page has. */
export function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (!element) throw new Error(`the page has no ${selector}`)
  return element
}
