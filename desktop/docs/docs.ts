import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import '../../shared/tokens.css'
import './docs.css'

const description = '/api/v1/openapi.json'

// The reference of this server's API, which can be tried with a key. It makes no requests to other servers.
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

/** Removes patterns of texts that have a format, because examples made from patterns are unreadable. */
function withoutPattern(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('format' in value) || !('pattern' in value)) return value
  const { pattern: _pattern, ...rest } = value
  return rest
}
