import '#web/lib/trusted-types.ts'
import '#web/ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { frameOf } from '#shared/paths.ts'
import { isVisitor } from '#web/lib/branding.ts'
import { removeFrame } from '#web/lib/frame.ts'
import { meKey, meQuery, queryClient } from '#web/lib/query-client.ts'
import { isNobodyHere, noteNobody } from '#web/lib/signed-hint.ts'
import { router } from '#web/router.tsx'
import { resolveVariables, theme } from '#web/ui/theme.ts'

// A page that the browser kept alive behind the back button may belong to somebody who has since signed out.
window.addEventListener('pageshow', event => {
  if (event.persisted) window.location.reload()
})

// Once the page stands: what is fetched for later must not hold up what is wanted now.
window.addEventListener('load', () => void import('#web/after-load.ts'))

// At the door alone: everywhere else it is asked, whatever a hint says.
const isNobody = isVisitor || (frameOf(window.location.pathname) === 'door' && isNobodyHere())
if (isNobody) queryClient.setQueryData(meKey, null)
if (isVisitor) noteNobody()
// Asked for at once, and not when the screen that needs it has come over the line.
void queryClient.prefetchQuery(meQuery)

/** In the same moment in which the first screen is drawn. */
function Start() {
  useLayoutEffect(removeFrame, [])
  return <RouterProvider router={router} />
}

/** In pieces of a few milliseconds: a slow phone answers to a touch in between. */
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

// What the document has drawn stays until there is something to put in its place.
void router.load().then(render, render)
