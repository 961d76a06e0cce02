import type { Fault } from '../bridge.ts'

const en = {
  whichServer: 'Which server?',
  whichServerMore: 'The address of your team’s Frontdesk, as in the browser. A one-time sign-in link works too.',
  address: 'Address',
  sure: 'The connection is not encrypted: others on this network can read it. Connect anyway.',
  connect: 'Connect',
  connecting: 'Connecting',
  back: 'Back',
  offline: 'Frontdesk cannot be shown',
  tryingAgain: 'Retrying automatically.',
  retry: 'Try again now',
  anotherServer: 'Another server',
  faults: {
    address: 'Enter an address such as https://desk.example.com.',
    insecure: 'Over the internet, the address must start with https://.',
    unencrypted: 'This address is not encrypted.',
    unreachable: 'The server cannot be reached. Check the address and the connection.',
    certificate: 'The server’s certificate is not trusted. Ask the person who runs the server to fix it.',
    other: 'This is not a Frontdesk server.',
    down: 'The server is not working at the moment.',
  },
  renamed: (own: string) => `That server has another address: ${own}`,
}

export type Words = typeof en

const de: Words = {
  whichServer: 'Welcher Server?',
  whichServerMore: 'Die Adresse des Frontdesk Ihres Teams, wie im Browser. Auch ein einmaliger Anmeldelink geht.',
  address: 'Adresse',
  sure: 'Die Verbindung ist nicht verschlüsselt: Andere in diesem Netz können mitlesen. Trotzdem verbinden.',
  connect: 'Verbinden',
  connecting: 'Verbindet',
  back: 'Zurück',
  offline: 'Frontdesk kann nicht angezeigt werden',
  tryingAgain: 'Neuer Versuch läuft automatisch.',
  retry: 'Jetzt noch einmal',
  anotherServer: 'Anderer Server',
  faults: {
    address: 'Geben Sie eine Adresse wie https://desk.example.com ein.',
    insecure: 'Über das Internet muss die Adresse mit https:// beginnen.',
    unencrypted: 'Diese Adresse ist nicht verschlüsselt.',
    unreachable: 'Der Server ist nicht zu erreichen. Bitte Adresse und Verbindung prüfen.',
    certificate: 'Das Zertifikat des Servers ist nicht vertrauenswürdig. Bitten Sie den Betreiber, es zu beheben.',
    other: 'Das ist kein Frontdesk-Server.',
    down: 'Der Server arbeitet im Moment nicht.',
  },
  renamed: (own) => `Dieser Server hat eine andere Adresse: ${own}`,
}

/** The texts for the system's language. */
export const words: Words = navigator.language.startsWith('de') ? de : en

export const faultWords = (fault: Fault): string =>
  typeof fault === 'object' ? words.renamed(fault.renamed) : words.faults[fault]

/** Inserts the texts of `data-words` into the page. */
export function insertWords(): void {
  document.documentElement.lang = words === de ? 'de' : 'en'
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) {
    const word = words[element.dataset.words as keyof Words]
    if (typeof word === 'string') element.textContent = word
  }
}

/** The element of this page. */
export function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (!element) throw new Error(`the page has no ${selector}`)
  return element
}
