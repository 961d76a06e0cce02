/** An emoji, and its search words in English and German. */
type Emoji = readonly [emoji: string, words: string]

const list: readonly Emoji[] = [
  ['🙂', 'smile lächeln'],
  ['😀', 'grin grinsen'],
  ['😄', 'happy laugh froh lachen'],
  ['😂', 'joy tears tränen lachen'],
  ['😉', 'wink zwinkern'],
  ['😊', 'blush erröten freude'],
  ['😍', 'love eyes verliebt'],
  ['🤔', 'thinking denken nachdenken'],
  ['😅', 'sweat schwitzen'],
  ['😕', 'confused verwirrt'],
  ['😟', 'worried besorgt'],
  ['😢', 'cry sad traurig weinen'],
  ['😮', 'surprised wow überrascht'],
  ['😴', 'sleep schlafen'],
  ['🤗', 'hug umarmung'],
  ['🙄', 'eyeroll augenrollen'],
  ['👍', 'thumbsup yes good daumen gut'],
  ['👎', 'thumbsdown no bad schlecht'],
  ['👋', 'wave hello bye hallo winken'],
  ['👏', 'clap applause beifall'],
  ['🙏', 'please thanks bitte danke'],
  ['💪', 'strong muscle stark'],
  ['👌', 'ok perfect perfekt'],
  ['🤝', 'handshake deal hand'],
  ['☝️', 'up point finger'],
  ['❤️', 'heart love herz liebe'],
  ['🎉', 'party tada feier'],
  ['🎁', 'gift present geschenk'],
  ['✨', 'sparkles new glitzer'],
  ['⭐', 'star stern'],
  ['🔥', 'fire feuer'],
  ['🚀', 'rocket rakete'],
  ['✅', 'check done haken fertig'],
  ['❌', 'cross wrong kreuz falsch'],
  ['⚠️', 'warning warnung'],
  ['❓', 'question frage'],
  ['❗', 'important wichtig ausrufezeichen'],
  ['💡', 'idea bulb idee'],
  ['📎', 'paperclip attachment anhang'],
  ['📄', 'document page dokument'],
  ['📦', 'package parcel paket'],
  ['🚚', 'delivery truck lieferung'],
  ['📅', 'calendar date kalender termin'],
  ['⏰', 'clock alarm uhr wecker'],
  ['⏳', 'wait hourglass warten sanduhr'],
  ['📞', 'phone call telefon anruf'],
  ['📧', 'email mail'],
  ['📍', 'place pin ort'],
  ['💳', 'card payment karte zahlung'],
  ['💶', 'money euro geld'],
  ['🔒', 'lock secure schloss sicher'],
  ['🔑', 'key schlüssel'],
  ['🛠️', 'tools repair werkzeug reparatur'],
  ['🐛', 'bug fehler'],
  ['☕', 'coffee kaffee'],
  ['🌞', 'sun sonne'],
]

const maxFound = 8

/** Emoji with a word that begins with the query. Eight at most. */
export function matchEmoji(typed: string): Emoji[] {
  const wanted = typed.toLowerCase()
  const fits = ([, words]: Emoji) => words.split(' ').some((word) => word.startsWith(wanted))
  return list.filter(fits).slice(0, maxFound)
}
