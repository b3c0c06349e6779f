// Default Trusted Types policy, which the Content Security Policy requires for markup and script URLs.
// The Trusted Types policy lets createHTML accept only text without `<`, which Mantine needs for style elements.
// The Trusted Types policy lets createScriptURL accept only the URLs of the app's three workers.

interface Policies {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ): unknown
}

const workers = /^\/(sw|assets\/(frame|ballot)-worker-[\w-]+)\.js$/

const rules = {
  createHTML: (text: string) => (text.includes('<') ? null : text),
  createScriptURL: (text: string) => {
    const { origin, pathname } = new URL(text, window.location.href)
    return origin === window.location.origin && workers.test(pathname) ? text : null
  },
}

const { trustedTypes } = window as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', rules)

export {}
