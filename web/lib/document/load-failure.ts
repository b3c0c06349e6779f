import { appName, readMetaTagSetting } from './branding.ts'
import { removePrerenderedPageFrame } from './prerendered-page-frame.ts'

/**
 * Replaces the page with an error message and a reload button. The message is part of the HTML document, because this
 * function is called when the texts could not be loaded.
 */
export function showPageLoadFailure(): void {
  const heading = document.createElement('h1')
  heading.textContent = appName
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.textContent = readMetaTagSetting('load-failed', '')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = readMetaTagSetting('reload', '')
  button.addEventListener('click', () => window.location.reload())
  const main = document.createElement('main')
  main.className = 'load-failure'
  main.append(heading, message, button)
  removePrerenderedPageFrame()
  document.body.append(main)
}
