import '#web/lib/document/trusted-types.ts'
import '#web/ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { getLayoutKindOfPagePath } from '#shared/paths.ts'
import { startBackgroundWorkAfterPageLoad } from '#web/deferred-work.ts'
import { isVisitor } from '#web/lib/document/branding.ts'
import { applyColourScheme, colourSchemeManager } from '#web/lib/document/colour-scheme.ts'
import { startDeferredWorkAfterFirstPaint } from '#web/lib/document/first-screen.ts'
import { showPageLoadFailure } from '#web/lib/document/load-failure.ts'
import { removePrerenderedPageFrame } from '#web/lib/document/prerendered-page-frame.ts'
import { applyDeferredStylesheets } from '#web/lib/document/stylesheets.ts'
import { applyWebFont, loadWebFont } from '#web/lib/document/web-font.ts'
import { startReadingPreloadedResponses } from '#web/lib/http/preloaded-responses.ts'
import { loadInterfaceTextGroup } from '#web/lib/language/load-interface-text-group.ts'
import { currentUserKey, currentUserQuery, queryClient } from '#web/lib/query/query-client.ts'
import { hasSignedOutHintCookie, storeSignedOutHintCookie } from '#web/lib/session/signed-out-hint.ts'
import { router } from '#web/router.tsx'
import { resolveVariables, theme } from '#web/ui/theme.ts'

// A page restored from the back/forward cache is reloaded, because the user may have signed out since.
window.addEventListener('pageshow', event => {
  if (event.persisted) window.location.reload()
})

// Deferred work starts after the load event, so that it does not delay the first screen.
// Deferred work also starts when no screen can be shown, so that the service worker can fetch a corrected version.
window.addEventListener('load', () => {
  startBackgroundWorkAfterPageLoad()
  setTimeout(startDeferredWorkAfterFirstPaint, 5000)
})

applyColourScheme()
const stylesheets = applyDeferredStylesheets()
// The web font is requested after scripts and stylesheets, so that a slow network delivers them first.
const fontLoad = stylesheets.then(loadWebFont)

// Only login pages trust the cookie that says that nobody is signed in. Other pages ask the server.
const isSignedOut =
  isVisitor || (getLayoutKindOfPagePath(window.location.pathname) === 'door' && hasSignedOutHintCookie())
if (isSignedOut) queryClient.setQueryData(currentUserKey, null)
if (isVisitor) storeSignedOutHintCookie()
// The data of the first screen is requested at once, without waiting for the code of the screen.
const firstResponses = Promise.all([
  startReadingPreloadedResponses(),
  queryClient.prefetchQuery(currentUserQuery),
])
/** After 100 ms the first screen is rendered without data, so that slow networks show the page's frame first. */
const dataTimeout = new Promise(resolve => setTimeout(resolve, 100))

/** Removes the static HTML frame of the page in the same animation frame in which the first screen is rendered. */
function App() {
  useLayoutEffect(() => {
    removePrerenderedPageFrame()
    startDeferredWorkAfterFirstPaint()
  }, [])
  return <RouterProvider router={router} />
}

/** Renders the app in a React transition, which is split into short tasks, so that slow phones stay responsive. */
function renderApp(): void {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() =>
    root.render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={resolveVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <App />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
}

// The static HTML frame of the page stays until the first screen is ready.
void Promise.allSettled([
  loadInterfaceTextGroup('start'),
  stylesheets,
  router.load(),
  Promise.race([Promise.allSettled([firstResponses, fontLoad]), dataTimeout]),
]).then(([texts]) => {
  if (texts.status === 'rejected') return showPageLoadFailure()
  applyWebFont()
  renderApp()
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) applyWebFont()
  })
})
