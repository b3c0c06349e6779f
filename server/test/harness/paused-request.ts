import { request } from 'node:http'

interface HttpResponse {
  status: number
  body: string
}

export interface PausedRequest {
  response: Promise<HttpResponse>
  /** Sends the rest of the paused request's body and resolves with the response. */
  finish(): Promise<HttpResponse>
}

/**
 * Sends a request without the end of its body. The server has then authenticated the request and waits for the rest of
 * the body, so a test can change data meanwhile.
 */
export async function pauseRequestBeforeEndOfBody(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | FormData,
  /**
   * Number of requests sent after the paused request. Once they have been answered, the server has also read the
   * headers of the paused one.
   */
  rounds = 3,
): Promise<PausedRequest> {
  const encoded = new Response(body instanceof FormData ? body : JSON.stringify(body))
  const type = body instanceof FormData ? encoded.headers.get('content-type') : 'application/json'
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const clientRequest = request(url + path, {
    method,
    headers: { ...headers, 'content-type': type ?? '', 'content-length': bytes.length },
  })
  const response = new Promise<HttpResponse>((resolve, reject) => {
    clientRequest.once('error', reject)
    clientRequest.once('response', incoming => {
      let received = ''
      incoming.setEncoding('utf8')
      incoming.on('data', chunk => {
        received += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: received }))
    })
  })
  response.catch(() => {})
  await new Promise<void>(resolve => clientRequest.write(bytes.subarray(0, 1), () => resolve()))
  // Once the server has answered several later requests, it has also authenticated the incomplete request.
  for (let n = 0; n < rounds; n++) await fetch(`${url}/api/auth/me`, { headers })
  return {
    response: response,
    finish: () => {
      clientRequest.end(bytes.subarray(1))
      return response
    },
  }
}
