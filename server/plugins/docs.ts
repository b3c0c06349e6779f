// OpenAPI 3.1, made from the very schemas that validate.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

interface Override {
  zodSchema: { _zod: { def: { type: string } } }
  jsonSchema: Record<string, unknown>
}

export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: app.settings.APP_NAME, version: '1' } },
    transform: createJsonSchemaTransform({
      skipList: [],
      zodToJsonConfig: {
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }: Override) => {
          if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
        },
      },
    }),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
}
