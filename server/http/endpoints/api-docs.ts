// OpenAPI 3.1 documentation, generated from the same schemas that validate requests.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { releaseVersion } from '#server/env.ts'

interface Conversion {
  zodSchema: { _zod: { def: { type: string } } }
  jsonSchema: object
}

/** Dates are sent as ISO text. The generated OpenAPI schema would not say so by itself. */
function describeDatesAsStrings({ zodSchema, jsonSchema }: Conversion): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
}

export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: app.settings.APP_NAME, version: releaseVersion } },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: { unrepresentable: 'any', override: describeDatesAsStrings },
    }),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
}
