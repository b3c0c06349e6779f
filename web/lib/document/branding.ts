/** Reads a setting from the page's meta tags. The dev server does not fill in the tags; then the fallback is used. */
export function readSetting(name: string, fallback: string): string {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return text === '' || text.startsWith('%') ? fallback : text
}

export const appName = readSetting('app-name', 'Perantau')
export const orgName = readSetting('org-name', 'Kelab Perantau')
export const avatarService = readSetting('avatar-service', '')
/** True if the page was requested without a session, so that the client need not look up the user. */
export const isVisitor = readSetting('visitor', '') === 'yes'
/** Version number of the terms of use that are in force. */
export const publishedTermsVersion = Number(readSetting('terms', '1'))
export const isServiceWorkerEnabled = readSetting('worker', 'on') === 'on'
/** True if the installation was filled with the demo data. */
export const isDemo = readSetting('demo', '') === 'yes'
