// What the document asked for before any script ran. Taken up at once, so that the first screen is drawn with it, instead
// of a skeleton first and everything once more a moment later.

export interface Answer {
  response: Response
  text: string
}

interface Preloaded {
  coming: Promise<Answer>
  come?: Answer
  at: number
}

/** What no screen has taken by then is too old to be shown. */
const freshFor = 10_000

const preloaded = new Map<string, Preloaded>()

export async function ask(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, { credentials: 'include', ...init })
  return { response, text: await response.text() }
}

/** Resolves when all of it has come, or has not. */
export async function takeUpPreloaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]')
  for (const { href } of links) {
    const address = href.slice(window.location.origin.length)
    const one: Preloaded = { coming: ask(address, {}), at: Date.now() }
    one.coming.then(
      answer => Object.assign(one, { come: answer, at: Date.now() }),
      () => {},
    )
    preloaded.set(address, one)
  }
  setTimeout(forgetPreloaded, freshFor)
  await Promise.allSettled(Array.from(preloaded.values(), ({ coming }) => coming))
}

/** Once: whoever asks again wants to know what has become of it. */
export function takeComing(address: string): Promise<Answer> | undefined {
  const one = preloaded.get(address)
  preloaded.delete(address)
  return one?.coming
}

/** The same for a first look: only what has come and is good. What has not stays for the call that asks for it. */
export function takeCome(address: string): (Answer & { at: number }) | undefined {
  const one = preloaded.get(address)
  if (!one?.come?.response.ok) return undefined
  preloaded.delete(address)
  return { ...one.come, at: one.at }
}

/** Something is being changed, perhaps who is signed in: what was asked for before is not shown after it. */
export function forgetPreloaded(): void {
  preloaded.clear()
}
