import type { AiLabelsWords } from '../en/ai-labels.ts'

export const aiLabels: AiLabelsWords = {
  noModel: 'Es ist kein Sprachmodell eingerichtet, daher setzt nur das Team Labels.',
  ownBackend: 'Für diese Site antwortet ein eigenes KI-Backend: Nur das Team setzt Labels.',
  off: 'Automatische Zusammenfassungen sind für diese Site aus: Der Assistent setzt Labels nur, wenn jemand eine Zusammenfassung verlangt.',
}
