// Default Trusted Types policy, which the Content Security Policy requires for markup and script URLs.
// The policy's createHTML accepts only text without `<`, which Mantine needs for the content of style elements.
// The policy's createScriptURL accepts only the URLs of the app's three workers.

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
