import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import '../../shared/tokens.css'
import './docs.css'

const description = '/api/v1/openapi.json'

// The description of this very server, to read and to try with a key of one's own. Nothing is asked of anybody else.
SwaggerUI({
  url: description,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
  responseInterceptor(response: { url: string; text: string; data: string }) {
    if (new URL(response.url, location.href).pathname !== description) return response
    const text = JSON.stringify(JSON.parse(response.text, withoutPattern))
    return Object.assign(response, { text, data: text })
  },
})

/** Where a format says what a text is, the pattern beside it would only make examples that nobody can read. */
function withoutPattern(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('format' in value) || !('pattern' in value)) return value
  const { pattern: _pattern, ...rest } = value
  return rest
}
