import { model as german } from '../../words/de/model.ts'
import { type ModelWords, model } from '../../words/en/model.ts'
import { ownWords } from '../../words/own-words.ts'

/** What is said of the models. */
export const useModelWords = ownWords<ModelWords>({ en: model, de: german })
