/** Models trained with English texts only, by their names in Ollama's library and elsewhere. */
const englishOnly =
  /all-minilm|nomic-embed-text(?!-v2)|bge-(?:small|base|large)(?!-zh)|mxbai-embed-large|snowflake-arctic-embed(?!2|-[ml]-v2)|granite-embedding:30m/i

/** Of Ollama's library. The multilingual one is twice as large. */
const suggestions = { english: 'nomic-embed-text', multilingual: 'embeddinggemma' }

/** The embedding model to download for sites of these locales; null if this one suits them. */
export function suggestEmbedding(model: string | null, locales: readonly string[]): string | null {
  const isEnglish = locales.every((locale) => /^en\b/i.test(locale))
  if (model === null) return isEnglish ? suggestions.english : suggestions.multilingual
  return !isEnglish && englishOnly.test(model) ? suggestions.multilingual : null
}
