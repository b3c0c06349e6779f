import { request } from 'node:http'

interface Answer {
  status: number
  body: string
}

export interface HeldRequest {
  answered: Promise<Answer>
  /** Sends the rest of the body. */
  finish(): Promise<Answer>
}

/**
 * A request of which the server has everything but the end of its body: it has passed whatever is checked on
 * arrival, and waits.
 */
export async function holdRequest(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | FormData,
  /** How many requests are sent after it to see that it has been let in. */
  rounds = 3,
): Promise<HeldRequest> {
  const encoded = new Response(body instanceof FormData ? body : JSON.stringify(body))
  const type = body instanceof FormData ? encoded.headers.get('content-type') : 'application/json'
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const sent = request(url + path, {
    method,
    headers: { ...headers, 'content-type': type ?? '', 'content-length': bytes.length },
  })
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', response => {
      let received = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        received += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: received }))
    })
  })
  answered.catch(() => {})
  await new Promise<void>(resolve => sent.write(bytes.subarray(0, 1), () => resolve()))
  // Others that came after it have been let in by now, so it has been, too.
  for (let n = 0; n < rounds; n++) await fetch(`${url}/api/auth/me`, { headers })
  return {
    answered,
    finish: () => {
      sent.end(bytes.subarray(1))
      return answered
    },
  }
}
