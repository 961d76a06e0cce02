import { gramsOf } from './words.ts'

const hiragana = /^\p{Script=Hiragana}+$/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const han = /^\p{Script=Han}+$/u
const hangul = /^\p{Script=Hangul}+$/u

/** Question words in Japanese besides kana: what, teach me, please, know, can, I. */
const japanese = new Set('教 下 何 何時 何処 何曜 誰 願 知 聞 私 出来 可能 方法 欲 頂 致 有 無 行 思 言'.split(' '))
/** Chinese characters that ask, point or connect and are rarely part of a noun; … */
const chinese = /[吗嗎呢么麼什怎哪几幾请請们們你我您的了是吧啊这這那没沒]/u
/** … pairs that do so, … */
const chinesePairs = new Set('可以 多少 如何 是否 能否 想要 需要 知道 提供 多久 服务 服務'.split(' '))
/** … and characters that do so at the beginning of a question. */
const chineseFirst = /^[有能会會可要想在用]/u
/** Korean politeness endings and question words, as pairs; … */
const korean = new Set(
  `나요 인가 가요 한가 하나 있나 되나 까요 니까 습니 합니 니다 세요 주세 주시 시나 어요 아요 예요 에요 싶어 하고 어떻 떻게 얼마 얼마 마예 언제
  어디 디서 무엇 무슨 엇인 누구 뭐예 할수 있어 해주 려면 하려 고싶 되어 도되 해요 돼요`.split(/\s+/),
)
/** … and particles at the end of a word. */
const koreanParticle = /[은는이가을를에의로도와과만요]$/u

/**
 * Pairs of characters that belong to the question rather than its subject, in scripts without spaces. Without a
 * dictionary, the polite ending of a question would otherwise be most of it. Returns none if nothing else would be
 * left.
 * @param runs runs of such characters in the text
 */
export function askingGrams(runs: string[]): Set<string> {
  const isJapanese = runs.some((run) => kana.test(run))
  const all = new Set(runs.flatMap(gramsOf))
  const asking = new Set(
    runs.flatMap((run) => {
      const grams = gramsOf(run)
      if (isJapanese) return grams.filter((gram) => hiragana.test(gram) || japanese.has(gram))
      if (hangul.test(run)) return grams.filter((gram, at) => isKorean(gram, at === grams.length - 1))
      return grams.filter((gram, at) => han.test(gram) && isChinese(gram, at === 0))
    }),
  )
  return asking.size < all.size ? asking : new Set()
}

const isChinese = (gram: string, isFirst: boolean): boolean =>
  chinese.test(gram) || chinesePairs.has(gram) || (isFirst && chineseFirst.test(gram))

/** The last pair of a word consists of its last syllable and a particle. */
const isKorean = (gram: string, isLast: boolean): boolean => korean.has(gram) || (isLast && koreanParticle.test(gram))
