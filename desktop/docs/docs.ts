import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './docs.css'

// The description of this very server, to read and to try with a key of one's own. Nothing is asked of anybody else.
SwaggerUI({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  tryItOutEnabled: true,
})
