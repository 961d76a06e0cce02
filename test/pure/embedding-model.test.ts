import { expect, test } from 'vitest'
import { suggestEmbedding } from '../../server/features/models/embedding-model.ts'

test.each([
  ['all-minilm', ['de'], 'embeddinggemma'],
  ['all-minilm:33m', ['fr-CA'], 'embeddinggemma'],
  ['nomic-embed-text:latest', ['en', 'es'], 'embeddinggemma'],
  ['nomic-embed-text-v1.5', ['de'], 'embeddinggemma'],
  ['bge-large', ['de'], 'embeddinggemma'],
  ['BAAI/bge-small-en-v1.5', ['de'], 'embeddinggemma'],
  ['snowflake-arctic-embed:33m', ['de'], 'embeddinggemma'],
  [null, ['de'], 'embeddinggemma'],
  [null, ['en-GB'], 'nomic-embed-text'],
  [null, [], 'nomic-embed-text'],
  ['all-minilm', ['en', 'en-US'], null],
  ['nomic-embed-text-v2-moe', ['de'], null],
  ['snowflake-arctic-embed2', ['de'], null],
  ['bge-m3', ['de'], null],
  ['multilingual-e5-small', ['de'], null],
  ['an-unknown-model', ['de'], null],
])('beside %s, sites in %j need %s', (model, locales, suggested) => {
  expect(suggestEmbedding(model, locales)).toBe(suggested)
})
