import type { FastifyInstance } from 'fastify'

/** Posts a multipart form, encoded the way a browser encodes it. */
export async function sendMultipartForm(app: FastifyInstance, cookie: string, url: string, form: FormData) {
  const encoded = new Response(form)
  return app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      origin: 'http://perantau.test',
      cookie,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

/** Posts a multipart form with one file in the field `file`. */
export function uploadFileAsUser(
  app: FastifyInstance,
  cookie: string,
  url: string,
  content: string | Uint8Array,
  name = 'ahli.csv',
) {
  const form = new FormData()
  form.append('file', new Blob([content as never]), name)
  return sendMultipartForm(app, cookie, url, form)
}
