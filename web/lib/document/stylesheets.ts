function applyStylesheet(link: HTMLLinkElement): Promise<void> {
  return new Promise(resolve => {
    const applyLinkedStylesheet = () => {
      link.media = 'all'
      resolve()
    }
    if (link.sheet) applyLinkedStylesheet()
    link.addEventListener('load', applyLinkedStylesheet)
    link.addEventListener('error', () => resolve())
  })
}

/**
 * Applies the stylesheets that the document loads with `media="print"`, so that they do not delay its first paint.
 * The promise settles when each stylesheet is applied or has failed.
 */
export function applyDeferredStylesheets(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  return Promise.all(Array.from(links, applyStylesheet))
}
