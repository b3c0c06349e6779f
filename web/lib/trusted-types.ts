// Browsers that know trusted types take no text for markup or for the address of a script unless this lets it through
// (the content policy asks for it). The component library writes the text of its style elements that way: no markup is in
// it. Workers are our own two.

interface Policies {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ): unknown
}

const workers = /^\/(sw|assets\/frame-worker-[\w-]+)\.js$/

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
