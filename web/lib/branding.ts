/** Written into the page by the server; left as they are by the dev server, where the defaults stand in. */
function setting(name: string, fallback: string): string {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return text === '' || text.startsWith('%') ? fallback : text
}

export const appName = setting('app-name', 'Perantau')
export const orgName = setting('org-name', 'Kelab Perantau')
export const avatarService = setting('avatar-service', '')
/** The page was asked for by somebody who is not signed in: there is nobody to look up. */
export const isVisitor = setting('visitor', '') === 'yes'
/** The number under which this installation shows the terms in force. */
export const shownTerms = Number(setting('terms', '1'))
export const isWorkerWanted = setting('worker', 'on') === 'on'
