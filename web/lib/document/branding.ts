/**
 * Reads a setting from the page's meta tags. On the dev server, which does not fill in the tags, returns the fallback.
 */
export function readMetaTagSetting(name: string, fallback: string): string {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return text === '' || text.startsWith('%') ? fallback : text
}

export const appName = readMetaTagSetting('app-name', 'Perantau')
export const orgName = readMetaTagSetting('org-name', 'Kelab Perantau')
export const avatarService = readMetaTagSetting('avatar-service', '')
/** True if the page was requested without a session, so that the client need not look up the user. */
export const isVisitor = readMetaTagSetting('visitor', '') === 'yes'
/** Version number of the current terms of use. */
export const publishedTermsVersion = Number(readMetaTagSetting('terms', '1'))
export const isServiceWorkerEnabled = readMetaTagSetting('worker', 'on') === 'on'
/** True if the installation contains demo data. */
export const isDemo = readMetaTagSetting('demo', '') === 'yes'
