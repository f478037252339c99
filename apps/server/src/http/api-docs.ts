// The OpenAPI description made from the contract's calls, and a page to read it at /api/docs.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Must be registered before the routes it describes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cormorant · 鱼鹰',
        version,
        description:
          'Every answer is an envelope {code, show, msg, data}; code 1 is success. The header X-lang (zh or en) chooses the language of texts.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform(document) {
      const { schema, url } = jsonSchemaTransform(document);
      return { schema: schema && withItems(schema), url };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: true, docExpansion: 'list' } });
}

/**
 * A tuple as readers of OpenAPI take it: many ask of every array for a schema of its items, and `false` is none to them. What
 * stands behind the last place is forbidden by `maxItems` as well.
 */
function withItems(schema: FastifySchema): FastifySchema {
  const open = (key: string, value: unknown) => (key === 'items' && value === false ? {} : value);
  return JSON.parse(JSON.stringify(schema), open) as FastifySchema;
}
