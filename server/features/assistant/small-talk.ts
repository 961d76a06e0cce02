import type { LanguageCode } from './phrases.ts'

export type SmallTalk = 'hello' | 'howAreYou' | 'thanks' | 'bye' | 'whoAmI' | 'goOn'

/** `core`: words of which one has to be there; `rest`: words that may stand beside them. Whole sentences in `said`. */
type Vocabulary = { core: Partial<Record<SmallTalk, string>>; rest: string; said: Partial<Record<SmallTalk, string>> }

const vocabularies: Record<LanguageCode, Vocabulary> = {
  en: {
    core: {
      thanks: 'thanks thank thx ty cheers',
      bye: 'bye goodbye cya',
      hello: 'hello hi hey hiya howdy greetings morning afternoon evening',
      goOn: 'ok okay yes no yep nope sure alright fine',
    },
    rest: 'you very much so a lot many again all there good day everybody everyone great perfect super cool nice for your help the that helps helped and then now please have later',
    said: {
      howAreYou: 'how are you|how are you doing|how is it going|hows it going|whats up|are you ok',
      whoAmI:
        'who are you|what are you|are you a robot|are you a bot|are you a human|are you human|are you real|are you a person|are you an ai|are you ai|what can you do|what do you do|what is your name|whats your name|am i talking to a robot|am i talking to a human|is this a bot|is this a robot',
      bye: 'see you|see you later|see you soon|have a nice day|have a good day',
    },
  },
  de: {
    core: {
      thanks: 'danke dankeschön vielen merci dank',
      bye: 'tschüss tschüß tschau ciao wiedersehen ade',
      hello: 'hallo hi hey moin servus grüß gruezi grüezi tag morgen abend guten',
      goOn: 'ok okay ja nein gut klar alles passt genau',
    },
    rest: 'schön schönen sehr für die ihre deine hilfe und auf herzlichen tausend gott zusammen ihnen dir noch einen super prima perfekt toll dann mal bis das hilft mir',
    said: {
      howAreYou: 'wie geht es ihnen|wie geht es dir|wie gehts|wie geht es',
      whoAmI:
        'wer bist du|wer sind sie|was bist du|was sind sie|bist du ein roboter|sind sie ein roboter|bist du ein bot|bist du ein mensch|sind sie ein mensch|was kannst du|was können sie|wie heißt du|wie heißen sie|bist du eine ki',
      bye: 'bis bald|bis später|auf wiedersehen|schönen tag noch',
    },
  },
  fr: {
    core: {
      thanks: 'merci',
      bye: 'revoir adieu',
      hello: 'bonjour bonsoir salut coucou allô',
      goOn: 'ok oui non accord daccord parfait',
    },
    rest: 'beaucoup bien à vous toi tous tout le monde pour votre aide ton et mille au super très bonne journée cest',
    said: {
      howAreYou: 'comment allez vous|comment vas tu|ça va|comment ça va',
      whoAmI:
        'qui êtes vous|qui es tu|êtes vous un robot|es tu un robot|êtes vous humain|es tu humain|que pouvez vous faire|que sais tu faire|comment vous appelez vous|comment tu tappelles',
      bye: 'à bientôt|à plus tard|bonne journée|bonne soirée|au revoir',
    },
  },
  es: {
    core: {
      thanks: 'gracias',
      bye: 'adiós adios chao chau',
      hello: 'hola buenos buenas saludos',
      goOn: 'ok sí si no vale bien perfecto',
    },
    rest: 'muchas mil por su tu la ayuda días dias tardes noches a todos muy y de acuerdo genial',
    said: {
      howAreYou: 'cómo está|como esta|cómo estás|como estas|qué tal|que tal',
      whoAmI:
        'quién eres|quien eres|quién es usted|quien es usted|eres un robot|es usted un robot|eres humano|es usted humano|qué puedes hacer|que puedes hacer|cómo te llamas|como te llamas',
      bye: 'hasta luego|hasta pronto|buen día|que tenga un buen día',
    },
  },
}

const longest = 80

/**
 * What a message is where it asks for nothing: a greeting, thanks, good-bye, whom one speaks with. It has to be nothing
 * else: `Hello, what does delivery cost?` is a question. The preferred language is looked at first, as `hi` is said in many.
 */
export function readSmallTalk(
  text: string,
  preferred: LanguageCode,
): { kind: SmallTalk; language: LanguageCode } | undefined {
  const plain = text.length > longest ? '' : text.toLowerCase().replace(/['’]/g, '')
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return undefined
  const others = (Object.keys(vocabularies) as LanguageCode[]).filter((language) => language !== preferred)
  for (const language of [preferred, ...others]) {
    const kind = kindIn(vocabularies[language], words)
    if (kind) return { kind, language }
  }
  return undefined
}

function kindIn({ core, rest, said }: Vocabulary, words: readonly string[]): SmallTalk | undefined {
  const sentence = words.join(' ').replace(/^(?:hi|hey|hello|hallo|bonjour|salut|hola) (?=\S+ \S)/, '')
  const whole = entries(said).find(([, sentences]) => sentences.split('|').includes(sentence))
  if (whole) return whole[0]
  const cores = entries(core).map(([kind, list]) => [kind, new Set(list.split(' '))] as const)
  const allowed = new Set([...cores.flatMap(([, list]) => [...list]), ...rest.split(' ')])
  if (!words.every((word) => allowed.has(word))) return undefined
  return cores.find(([, list]) => words.some((word) => list.has(word)))?.[0]
}

const entries = <T>(record: Partial<Record<SmallTalk, T>>) => Object.entries(record) as [SmallTalk, T][]
