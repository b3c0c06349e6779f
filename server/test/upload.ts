import type { FastifyInstance } from 'fastify'

/** A file as a browser sends it. */
export async function uploadAs(
  app: FastifyInstance,
  cookie: string,
  url: string,
  content: string | Uint8Array,
  name = 'ahli.csv',
) {
  const form = new FormData()
  form.append('file', new Blob([content as never]), name)
  const request = new Request('http://perantau.test', { method: 'POST', body: form })
  return app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      origin: 'http://perantau.test',
      cookie,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
