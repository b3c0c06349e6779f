import '#web/lib/trusted-types.ts'
import '#web/ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { frameOf } from '#shared/paths.ts'
import { isVisitor } from '#web/lib/branding.ts'
import { noteFirstScreen } from '#web/lib/first-screen.ts'
import { removeFrame } from '#web/lib/frame.ts'
import { takeUpPreloaded } from '#web/lib/preloaded.ts'
import { meKey, meQuery, queryClient } from '#web/lib/query-client.ts'
import { isNobodyHere, noteNobody } from '#web/lib/signed-hint.ts'
import { applyStylesheets } from '#web/lib/styles.ts'
import { router } from '#web/router.tsx'
import { resolveVariables, theme } from '#web/ui/theme.ts'

// A page that the browser kept alive behind the back button may belong to somebody who has since signed out.
window.addEventListener('pageshow', event => {
  if (event.persisted) window.location.reload()
})

// After the page has loaded: what is fetched for later must not hold up what is needed now. A screen that never comes must
// not hold it up either: the worker that brings a better version is part of it.
window.addEventListener('load', () => {
  void import('#web/after-load.ts')
  setTimeout(noteFirstScreen, 5000)
})

// Behind the program, which a slow line brings the sooner.
const typeface = document.fonts.load('1em "Plus Jakarta Sans Variable"')

// The hint that nobody is signed in is believed only on the pages of the login; every other page asks the server.
const isNobody = isVisitor || (frameOf(window.location.pathname) === 'door' && isNobodyHere())
if (isNobody) queryClient.setQueryData(meKey, null)
if (isVisitor) noteNobody()
// What the first screen shows is asked for at once, and not only when that screen has been fetched.
const answers = Promise.all([takeUpPreloaded(), queryClient.prefetchQuery(meQuery)])
/** After that the screen is drawn without: over a slow line the shell stands before what is in it. */
const patience = new Promise(resolve => setTimeout(resolve, 100))

/** What the document had drawn is taken away in the same frame in which the first screen is drawn. */
function Start() {
  useLayoutEffect(() => {
    removeFrame()
    noteFirstScreen()
  }, [])
  return <RouterProvider router={router} />
}

/** As a transition, which React does in pieces of a few milliseconds: a slow phone answers to a touch in between. */
function render(): void {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <Start />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
}

// What the document has drawn stays until the first screen is ready.
void Promise.allSettled([
  applyStylesheets(),
  router.load(),
  Promise.race([Promise.allSettled([answers, typeface]), patience]),
]).then(render)
