import type { CheckParams } from '../../../../shared/model-check.ts'
import type { CheckResults } from '../../../../shared/model-check-words.ts'
import type { ModelCheckWords } from '../en/model-check.ts'

const smallerModel = (smaller: string | number) =>
  smaller === '' ? 'Verwenden Sie ein kleineres Modell' : `Verwenden Sie ein kleineres Modell wie ${smaller}`
const speed = ({ seconds, limit, perSecond }: CheckParams<'good'>) =>
  `Eine Antwort beginnt nach etwa ${seconds} s (die Grenze ist ${limit} s) und wird mit ${perSecond} Tokens pro Sekunde geschrieben`
const begins = ({ seconds, limit, tokens, perSecond }: CheckParams<'begins'>) =>
  `Eine Antwort beginnt nach etwa ${seconds} s; die Grenze ist ${limit} s. Ein Prompt mit ${tokens} Tokens wurde mit ${perSecond} Tokens pro Sekunde gelesen.`
const otherModel = 'Wählen Sie für Schaltflächen und Formulare ein Modell mit Tools, zum Beispiel qwen3:4b.'
const update = 'Aktualisieren Sie den Modellserver.'

const results: CheckResults = {
  server_local: ({ server, model, window }) => [
    `${server} betreibt ${model} auf dem eigenen Rechner, mit einem Fenster von ${window} Tokens.`,
  ],
  server_cloud: ({ server, model, window, host }) => [
    `${server} sendet die Chats an ${host}. Dort läuft ${model}, mit einem Fenster von ${window} Tokens.`,
    'Chats verlassen diesen Rechner. Wählen Sie ein anderes Modell, wenn sie das nicht dürfen.',
  ],
  no_model: () => [
    'Kein Modell ist konfiguriert.',
    'Starten Sie Ollama, laden Sie ein Modell herunter und setzen Sie ai.provider auf auto.',
  ],
  own_backend: () => [
    'Die Website nutzt ein eigenes KI-Backend, das nicht geprüft wird.',
    'Prüfen Sie eine andere Website.',
  ],
  unreachable: ({ url }) => [
    `Unter ${url} antwortet nichts.`,
    'Starten Sie den Modellserver, oder berichtigen Sie ai.baseUrl oder OLLAMA_HOST.',
  ],
  not_model_server: ({ url }) => [
    `Unter ${url} antwortet nicht der erwartete Modellserver.`,
    'Berichtigen Sie ai.baseUrl, OLLAMA_HOST oder ai.provider.',
  ],
  key_refused: ({ url }) => [`Der Modellserver unter ${url} lehnt den Schlüssel ab.`, 'Berichtigen Sie ai.apiKey.'],
  model_missing: ({ model }) => [
    `Der Modellserver hat das Modell ${model} nicht.`,
    'Laden Sie es herunter, oder berichtigen Sie den Namen in ai.model oder auf dieser Seite.',
  ],
  model_cannot_chat: ({ model }) => [`Das Modell ${model} kann nicht chatten.`, 'Wählen Sie ein Chatmodell.'],
  no_chat_model: () => [
    'Der Modellserver hat kein Modell, das chatten kann.',
    'Laden Sie eines herunter, zum Beispiel qwen3:4b.',
  ],
  still_loading: () => [
    'Der Modellserver lädt sein Modell noch.',
    'Warten Sie, bis er bereit ist, und prüfen Sie dann noch einmal.',
  ],
  queue_full: () => [
    'Die Warteschlange des Modellservers ist voll.',
    'Prüfen Sie noch einmal, wenn er weniger zu tun hat.',
  ],
  call_failed: ({ detail }) => [
    `Fehler des Modellservers: ${detail}`,
    'Sehen Sie im Protokoll des Modellservers nach.',
  ],
  loaded: ({ seconds, window }) => [
    `Das Modell wurde in ${seconds} s geladen, mit einem Fenster von ${window} Tokens.`,
  ],
  was_loaded: ({ window }) => [
    `Das Modell war im Speicher, mit einem Fenster von ${window} Tokens. Das Laden wurde nicht gemessen.`,
  ],
  other_window: ({ window, loaded }) => [
    `Das Modell wurde mit einem Fenster von ${loaded} Tokens geladen, Antworten verlangen aber ${window}.`,
    `Setzen Sie ai.contextTokens auf ${loaded}, oder geben Sie dem Modellserver mehr Speicher.`,
  ],
  begins: (params) => [begins(params)],
  begins_slowly: (params) => [
    begins(params),
    `${smallerModel(params.smaller)}, oder setzen Sie ai.contextTokens auf eine kleinere Zahl.`,
  ],
  begins_late: (params) => [
    begins(params),
    `${smallerModel(params.smaller)}, setzen Sie ai.contextTokens auf eine kleinere Zahl oder ai.firstTokenSeconds auf ${params.needed}.`,
  ],
  begins_never: ({ seconds, limit, smaller }) => [
    `Eine Antwort begann nicht innerhalb von ${seconds} s; die Grenze ist ${limit} s.`,
    `${smallerModel(smaller)} oder einen Rechner mit GPU.`,
  ],
  writes: ({ perSecond }) => [`Es schreibt ${perSecond} Tokens pro Sekunde, so schnell, wie Menschen lesen.`],
  writes_slowly: ({ perSecond, smaller }) => [
    `Es schreibt ${perSecond} Tokens pro Sekunde, langsamer, als Menschen lesen.`,
    `${smallerModel(smaller)}.`,
  ],
  writes_crawling: ({ perSecond, smaller }) => [
    `Es schreibt nur ${perSecond} Tokens pro Sekunde.`,
    `${smallerModel(smaller)} oder einen Rechner mit GPU.`,
  ],
  parallel: ({ concurrency }) => [`Zwei Antworten werden gleichzeitig geschrieben. ai.concurrency ist ${concurrency}.`],
  one_at_a_time: () => ['Es wird eine Antwort nach der anderen geschrieben, wie ai.concurrency es vorgibt.'],
  concurrency_too_high: ({ concurrency }) => [
    `Von zwei Anfragen wartet die zweite, bis die erste fertig ist, aber ai.concurrency ist ${concurrency}.`,
    `Setzen Sie ai.concurrency auf 1, oder OLLAMA_NUM_PARALLEL auf ${concurrency}, wenn der Speicher reicht.`,
  ],
  cache_used: ({ percent }) => [`${percent} % der zweiten Nachricht kamen aus dem Cache der ersten.`],
  cache_unneeded: ({ seconds }) => [
    `Ein ganzer Prompt wird in ${seconds} s gelesen, der Cache spielt deshalb kaum eine Rolle.`,
  ],
  cache_unused: ({ percent }) => [
    `Nur ${percent} % der zweiten Nachricht kamen aus dem Cache der ersten.`,
    `${update} Prüfen Sie, dass sein Prompt-Cache nicht abgeschaltet ist.`,
  ],
  tools_work: () => ['Tools funktionieren: Das Modell rief eines auf und nutzte das Ergebnis.'],
  tools_none: () => ['Das Modell hat keine Tools. Aufrufe für Schaltflächen und Formulare schreibt es als Text.'],
  tools_dropped: () => [
    'Der Modellserver verwirft Tools ohne Fehlermeldung, deshalb fehlen Schaltflächen und Formulare.',
    otherModel,
  ],
  tools_not_called: () => ['Das Modell kennt Tools, rief aber trotz Aufforderung keines auf.', otherModel],
  tools_result_ignored: () => ['Das Modell rief ein Tool auf, schrieb aber nichts zum Ergebnis.', otherModel],
  formats_work: ({ count }) => [`Strukturierte Ausgaben funktionieren: Alle ${count} Schemas wurden eingehalten.`],
  formats_refused: ({ names }) => [
    `Der Modellserver lehnt diese Schemas ab: ${names}.`,
    `${update} Bis dahin fehlen diese Funktionen.`,
  ],
  formats_ignored: ({ names }) => [
    `Das Modell schreibt für diese Schemas kein JSON: ${names}.`,
    `${update} Oder wählen Sie ein anderes Modell. Bis dahin fehlen diese Funktionen.`,
  ],
  thinking_none: () => ['Das Modell denkt vor der Antwort nicht nach.'],
  thinking_works: () => ['Nachdenken lässt sich abschalten und endet, wenn es an ist, mit einem Text.'],
  thinking_stays_on: () => [
    'Das Modell denkt nach, obwohl es das nicht soll. Das verzögert jede Antwort.',
    'Wählen Sie ein anderes Modell, oder schalten Sie das Nachdenken im Modellserver ab.',
  ],
  thinking_endless: () => [
    'Wenn das Modell vorher nachdenkt, kommt es zu keiner Antwort.',
    'Lassen Sie das Nachdenken ausgeschaltet.',
  ],
  window_refused: ({ window }) => [
    `Ein Prompt über dem Fenster von ${window} Tokens wird abgelehnt, es geht also nichts unbemerkt verloren.`,
  ],
  window_larger: ({ window, tokens }) => [
    `Das Fenster ist größer als verlangt: ${tokens} Tokens wurden gelesen, ${window} werden genutzt.`,
  ],
  window_cut: ({ window, tokens }) => [
    `Ein Prompt über dem Fenster von ${window} Tokens wird ohne Fehlermeldung gekürzt: ${tokens} Tokens wurden gelesen.`,
    `${update} Bis dahin können sehr lange Chats ihre Regeln verlieren.`,
  ],
  abort_works: ({ seconds }) => [`Nach einer abgebrochenen Antwort beginnt die nächste in ${seconds} s.`],
  abort_ignored: ({ seconds }) => [
    `Nach einer abgebrochenen Antwort begann die nächste erst nach ${seconds} s.`,
    `${update} Er schreibt weiter, was niemand liest.`,
  ],
  embedding_works: ({ model, count, seconds }) => [
    `${model} verarbeitet ${count} Textstellen in ${seconds} s und bleibt neben dem Chatmodell im Speicher.`,
  ],
  embedding_none: ({ suggested }) => [
    'Es gibt kein Embedding-Modell, Textstellen werden deshalb nur nach Wörtern gefunden.',
    `Laden Sie ${suggested} herunter, um sie auch nach Bedeutung zu finden.`,
  ],
  embedding_english: ({ model, suggested }) => [
    `${model} kann nur Englisch, die Website hat aber eine andere Sprache.`,
    `Laden Sie ${suggested} herunter, und tragen Sie es als ai.embedModel ein.`,
  ],
  embedding_without_vectors: () => ['Die Datenbank hat kein pgvector, deshalb werden Embeddings nicht benutzt.'],
  embedding_too_long: ({ model }) => [
    `${model} lehnt einen zu langen Text ab. Solche Textstellen werden nur nach Wörtern gefunden.`,
    'Wählen Sie ein Embedding-Modell mit größerem Fenster.',
  ],
  embedding_evicts: ({ model, chat }) => [
    `${chat} verlässt den Speicher, wenn ${model} geladen wird. Antworten warten dann, bis es wieder geladen ist.`,
    'Geben Sie dem Modellserver mehr Speicher, erhöhen Sie OLLAMA_MAX_LOADED_MODELS, oder verwenden Sie kleinere Modelle.',
  ],
  no_time: () => ['Die Zeit dafür war um.'],
  too_short: () => ['Die Antwort des Modells war zu kurz.'],
  large_window: ({ window }) => [`Ein Fenster von ${window} Tokens zu füllen dauert zu lange.`],
  good: (params) => [`Gut genug: ${speed(params)}.`],
  slow: (params) => [
    `Langsam, aber brauchbar: ${speed(params)}.`,
    `${smallerModel(params.smaller)}, um schneller zu antworten.`,
  ],
  too_slow: (params) => [
    `Nicht brauchbar: ${speed(params)}.`,
    `${smallerModel(params.smaller)} oder einen Rechner mit GPU.`,
  ],
  too_late: ({ seconds, limit, smaller }) => [
    `Nicht brauchbar: Eine Antwort begann nicht innerhalb von ${seconds} s; die Grenze ist ${limit} s.`,
    `${smallerModel(smaller)} oder einen Rechner mit GPU.`,
  ],
  unusable: () => [
    'Nicht brauchbar: Der Assistent kann das Modell nicht nutzen.',
    'Beheben Sie das Problem oben, und prüfen Sie dann noch einmal.',
  ],
  unknown: () => [
    'Unbekannt: In der Zeit wurde zu wenig gemessen.',
    'Prüfen Sie noch einmal, wenn der Modellserver weniger zu tun hat.',
  ],
}

export const modelCheck: ModelCheckWords = {
  title: 'Prüfung',
  hint: 'Misst bis zu zwei Minuten lang mit erfundenem Text, ob das Modell gut genug ist. Antworten an Besucher sind währenddessen langsamer.',
  start: 'Dieses Modell prüfen',
  stop: 'Prüfung anhalten',
  stopped: 'Die Prüfung wurde angehalten.',
  failed: (why) => `Das Modell wurde nicht geprüft. ${why}`,
  progress: 'Modell wird geprüft',
  measuring: (point) => `Wird geprüft: ${point}`,
  count: (done, all) => `${done} von ${all}`,
  list: 'Ergebnisse der Prüfung',
  points: {
    server: 'Modellserver',
    load: 'Laden',
    reading: 'Zeit bis zum ersten Wort',
    writing: 'Schreibgeschwindigkeit',
    cache: 'Prompt-Cache',
    parallel: 'Gleichzeitige Antworten',
    abort: 'Abgebrochene Antworten',
    window: 'Kontextfenster',
    tools: 'Tools',
    thinking: 'Nachdenken',
    formats: 'Strukturierte Ausgaben',
    embedding: 'Embeddings',
  },
  levels: { ok: 'In Ordnung', warning: 'Warnung', problem: 'Problem', unmeasured: 'Nicht gemessen' },
  results,
}
